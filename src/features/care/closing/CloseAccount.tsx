import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { CurrentPinField } from '@/components/CurrentPinField'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import type { Profile } from '@/features/person/profile/queries'
import { RecordsButton } from '@/features/money/statements/shared'
import { cn } from '@/lib/cn'
import { messageOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { useForm } from '@/lib/useForm'
import { closingCopy as copy } from './copy'
import { useCloseAccount } from './mutations'
import { closingQueries, type ClosingPreview } from './queries'
import { readRecords } from './readRecords'

/** What a closing ends and keeps, what must finish first, and the closing itself. */
export function CloseAccount({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const preview = useQuery(closingQueries.preview(profile.id))
  return (
    <Loaded query={preview} what="what closing would end" skeleton={<Skeleton className="h-142" />}>
      {(facts) => (
        <div className="space-y-6">
          <Money facts={facts} isFrozen={profile.isFrozen} />
          {facts.savings > 0 && (
            <SheetSection title={copy.savings.title}>
              <p>{copy.savings.text(facts.savings, facts.saved)}</p>
              <Link to={paths.home} className={cn(buttonLook('primary'), 'w-full')}>
                {copy.savings.open}
              </Link>
            </SheetSection>
          )}
          <Pending facts={facts} />
          <Lines title={copy.ends} lines={whatEnds(facts)} />
          <Lines title={copy.stays} lines={whatStays(facts)} />
          <SheetSection title={copy.records.title}>
            <p>{copy.records.text(Math.floor(facts.kept_months / 12))}</p>
            <RecordsButton read={() => readRecords(client, profile.id)} className="w-full" />
          </SheetSection>
          {profile.isFrozen ? (
            <p>{copy.frozen}</p>
          ) : facts.is_staff ? (
            <p>{copy.staff}</p>
          ) : (
            facts.balance === 0 && facts.held === 0 && facts.savings === 0 && <CloseForm />
          )}
        </div>
      )}
    </Loaded>
  )
}

function Money({ facts, isFrozen }: { facts: ClosingPreview; isFrozen: boolean }) {
  const { can_send: canSend } = facts
  const balance = facts.balance - facts.saved
  return (
    <SheetSection title={copy.money.title}>
      {balance === 0 ? (
        <p>{copy.money.none}</p>
      ) : (
        <>
          <p>{copy.money.left(balance)}</p>
          {canSend < balance && !isFrozen && <p>{copy.money.limit(canSend)}</p>}
          {canSend > 0 && (
            <Link
              to={paths.payTransfer}
              state={{ amount: penceToPounds(canSend) }}
              className={cn(buttonLook('primary'), 'w-full')}
            >
              {copy.money.send}
            </Link>
          )}
        </>
      )}
    </SheetSection>
  )
}

function Pending({ facts: { held_payments: held, card_payments: byCard } }: { facts: ClosingPreview }) {
  const payments = [...held, ...byCard]
  if (payments.length === 0) return null
  return (
    <SheetSection title={copy.pending.title}>
      <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-card">
        {payments.map(({ id, amount, payee, send_at: at, review_until: reviewUntil }) => (
          <li key={id} className="px-4 py-2">
            <p className="text-name wrap-anywhere">{copy.pending.payment(amount, payee)}</p>
            <p className="text-secondary">
              {reviewUntil !== null
                ? copy.pending.underReview(reviewUntil)
                : at === null
                  ? copy.pending.card
                  : copy.pending.until(at)}
            </p>
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}

function Lines({ title, lines }: { title: string; lines: (string | null)[] }) {
  return (
    <SheetSection title={title}>
      <ul className="list-disc space-y-1.5 pl-5">
        {lines
          .filter((line) => line !== null)
          .map((line) => (
            <li key={line}>{line}</li>
          ))}
      </ul>
    </SheetSection>
  )
}

const whatEnds = (facts: ClosingPreview) => [
  copy.access,
  copy.number,
  copy.cards(facts.cards),
  copy.regular(facts.regular),
  copy.scheduled(facts.scheduled),
  copy.payees(facts.payees),
  copy.external(facts.external_accounts),
  facts.has_chat ? copy.chat : null,
]

const whatStays = (facts: ClosingPreview) => [copy.cases(facts.cases), copy.comingIn(facts.coming_in), copy.late]

function CloseForm() {
  const close = useCloseAccount()
  const [pin, setPin] = useState<string | null>(null)
  const form = useForm({
    initial: { currentPin: '' },
    check: ({ currentPin }) => (/^\d{5}$/.test(currentPin) ? currentPin : { errors: { currentPin: copy.pinNeeded } }),
    submit: (checked) => setPin(checked),
  })
  const handleConfirm = () => {
    if (pin === null) return
    // The dialog closes first: an approval by passkey opens its own.
    setPin(null)
    close.mutate(pin, { onError: () => form.set({ currentPin: '' }) })
  }
  return (
    <form {...form.props} className="space-y-4">
      <CurrentPinField {...form.field('currentPin')} />
      <FormProblem words={close.isError ? { title: copy.failed, text: messageOf(close.error) } : null} />
      <Button
        type="submit"
        variant="danger"
        className="w-full"
        pending={close.isPending || close.isSuccess}
        pendingLabel={copy.closing}
      >
        {copy.close}
      </Button>
      {pin !== null && (
        <ConfirmDialog
          title={copy.confirm.title}
          text={copy.confirm.text}
          confirmLabel={copy.confirm.action}
          onConfirm={handleConfirm}
          onClose={() => setPin(null)}
        />
      )}
    </form>
  )
}
