import { useQuery } from '@tanstack/react-query'
import { AmountField } from '@/components/AmountField'
import { AskButton } from '@/components/AskButton'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { recipientQueries, type Recipient } from '@/features/money/recipients/queries'
import { useIsTurnedOff } from '@/features/person/profile/queries'
import { formatPence, parsePounds } from '@/lib/money'
import { isAccountNumber, isSortCode, stripSeparators } from '@/lib/sortCode'
import { useForm } from '@/lib/useForm'
import { trustedCopy as copy } from './copy'
import { FreezeOther } from './FreezeOther'
import { useNameContact, useRemoveContact, useSetThreshold } from './mutations'
import { trustedQueries, type MyContact, type TrustingPerson } from './queries'

const highest = 100_000_000
const firstThreshold = '250.00'

/** Whom the user trusts, and who trusts the user. Nothing where the bank has turned it off. */
export function TrustedContact({ userId }: { userId: string }) {
  const query = useQuery(trustedQueries.own(userId))
  if (query.data?.is_on === false) return null
  return (
    <SheetSection title={copy.title}>
      <Loaded query={query} what={copy.what} skeleton={<Skeleton className="h-48" />}>
        {({ mine, people }) => (
          <div className="space-y-6">
            {mine === null ? <NameForm userId={userId} /> : <Mine userId={userId} mine={mine} />}
            {people.length > 0 && (
              <div className="space-y-3">
                <h4 className="text-name">{copy.people}</h4>
                {people.map((person) => (
                  <Person key={person.owner_id} person={person} />
                ))}
              </div>
            )}
          </div>
        )}
      </Loaded>
    </SheetSection>
  )
}

function NameForm({ userId }: { userId: string }) {
  // The form works without the list: an error leaves it out.
  const { data: payees = [] } = useQuery(recipientQueries.list(userId))
  const name = useNameContact()
  const canFreeze = !useIsTurnedOff('freezing')
  const form = useForm({
    initial: { sortCode: '', accountNumber: '', threshold: firstThreshold },
    draft: `trusted-contact:${userId}`,
    check: ({ sortCode, accountNumber, threshold }) => {
      const pence = readThreshold(threshold)
      const errors = {
        ...(!isSortCode(sortCode) && { sortCode: copy.invalidSortCode }),
        ...(!isAccountNumber(accountNumber) && { accountNumber: copy.invalidAccount }),
        ...(pence === null && { threshold: copy.invalidThreshold }),
      }
      return pence === null || Object.keys(errors).length > 0
        ? { errors }
        : { sortCode: stripSeparators(sortCode), accountNumber: stripSeparators(accountNumber), threshold: pence }
    },
    submit: (named) => name.mutateAsync(named),
    onSuccess: () => form.reset(),
  })
  const isChosen = ({ sortCode, accountNumber }: Recipient) =>
    stripSeparators(sortCode) === stripSeparators(form.values.sortCode) &&
    accountNumber === stripSeparators(form.values.accountNumber)
  const handlePayee = (chosen: string) => {
    const { sortCode = '', accountNumber = '' } = payees.find(({ id }) => id === chosen) ?? {}
    form.set({ sortCode, accountNumber })
  }
  return (
    <form {...form.props} className="space-y-3">
      <p className="text-secondary">
        {copy.about} {canFreeze && copy.aboutFreezing}
      </p>
      {payees.length > 0 && (
        <SelectField
          label={copy.payee}
          value={payees.find(isChosen)?.id ?? ''}
          onChange={({ target }) => handlePayee(target.value)}
          options={payees.map(({ id, holderName, nickname }) => [id, nickname ?? holderName])}
        >
          <option value="">{copy.notSaved}</option>
        </SelectField>
      )}
      <InputField label={copy.sortCode} {...form.field('sortCode')} inputMode="numeric" autoComplete="off" />
      <InputField label={copy.accountNumber} {...form.field('accountNumber')} inputMode="numeric" autoComplete="off" />
      <AmountField
        label={copy.threshold}
        value={form.values.threshold}
        onChange={(threshold) => form.set({ threshold })}
        error={form.errors.threshold}
        hint={copy.thresholdHint}
      />
      <FormProblem words={form.problem} />
      <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel={copy.asking} className="w-full">
        {copy.ask}
      </Button>
    </form>
  )
}

function Mine({ userId, mine }: { userId: string; mine: MyContact }) {
  const remove = useRemoveContact(mine.name === null ? 'request' : mine.ends_at === null ? 'remove' : 'keep')
  if (mine.name === null)
    return (
      <>
        <p className="text-small">{copy.waiting(mine.sort_code, mine.account_number)}</p>
        <Button variant="secondary" className="w-full" pending={remove.isPending} onClick={() => remove.mutate(userId)}>
          {copy.withdraw}
        </Button>
      </>
    )
  return (
    <>
      <div className="space-y-1 text-small">
        <p className="text-name wrap-anywhere">{copy.is(mine.name)}</p>
        <p>{copy.from(mine.threshold)}</p>
        {mine.next_threshold !== null && mine.next_threshold_from !== null && (
          <p className="text-name text-care">{copy.next(mine.next_threshold, mine.next_threshold_from)}</p>
        )}
        {!mine.can_answer && <p className="text-name text-care">{copy.cannotAnswer}</p>}
        {mine.ends_at !== null && <p className="text-name text-care">{copy.ends(mine.ends_at)}</p>}
      </div>
      <ThresholdForm key={mine.threshold} userId={userId} threshold={mine.threshold} />
      <AskButton
        label={mine.ends_at === null ? copy.remove : copy.keep}
        variant={mine.ends_at === null ? 'quiet' : 'secondary'}
        className="w-full"
        change={remove}
        question={
          mine.ends_at === null
            ? { title: copy.removeTitle, text: copy.removeText, closeLabel: copy.keep, args: userId }
            : null
        }
        pending={remove.isPending}
        onClick={() => remove.mutate(userId)}
      />
    </>
  )
}

function ThresholdForm({ userId, threshold }: { userId: string; threshold: number }) {
  const save = useSetThreshold()
  const form = useForm({
    initial: { threshold: formatPence(threshold).slice(1) },
    draft: `contact-threshold:${userId}`,
    forgetsOnLeave: true,
    check: (typed) => readThreshold(typed.threshold) ?? { errors: { threshold: copy.invalidThreshold } },
    submit: (pence) => save.mutateAsync(pence),
    onSuccess: () => form.reset(),
  })
  return (
    <form {...form.props} className="space-y-3">
      <AmountField
        label={copy.threshold}
        value={form.values.threshold}
        onChange={(typed) => form.set({ threshold: typed })}
        error={form.errors.threshold}
        hint={copy.thresholdHint}
      />
      <FormProblem words={form.problem} />
      <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel="Saving..." className="w-full">
        {copy.save}
      </Button>
    </form>
  )
}

function Person({ person: { owner_id: ownerId, name, ends_at: endsAt } }: { person: TrustingPerson }) {
  const remove = useRemoveContact(endsAt === null ? 'remove' : 'keep')
  return (
    <div className="space-y-2 rounded border border-line p-3 text-small">
      <p className="text-name wrap-anywhere">{name}</p>
      {endsAt !== null && <p className="text-care">{copy.ends(endsAt)}</p>}
      <FreezeOther ownerId={ownerId} name={name} />
      <AskButton
        label={endsAt === null ? copy.leave : copy.stay(name)}
        aria-label={endsAt === null ? copy.leaveTitle(name) : undefined}
        variant="quiet"
        className="w-full"
        change={remove}
        question={endsAt === null ? { title: copy.leaveTitle(name), text: copy.removeText, args: ownerId } : null}
        pending={remove.isPending}
        onClick={() => remove.mutate(ownerId)}
      />
    </div>
  )
}

function readThreshold(typed: string): number | null {
  const pence = parsePounds(typed)
  return pence !== null && pence <= highest ? pence : null
}
