import { useState } from 'react'
import { FormDialog } from '@/components/FormDialog'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { ReasonDialog, ReasonField, reasonProblem } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { SelectField } from '@/components/ui/Select'
import { formatDayWithWeekday } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { paymentReviewCopy as copy } from './paymentReviewCopy'
import type { PaymentReview } from './PaymentReviewFacts'
import { useDecidePaymentReview, useExtendPaymentReview, caseArguments } from './mutations'
import { waitsForSecond, type StaffCase } from './queries'

/** Releases or refuses a payment under review, or extends the review. */
export function PaymentReviewDecision({ shown, review }: { shown: StaffCase; review: PaymentReview }) {
  const [open, setOpen] = useState<'release' | 'refuse' | 'extend' | null>(null)
  const decide = useDecidePaymentReview(shown.id)
  const close = () => setOpen(null)
  const amount = formatPence(review.amount)
  return (
    <>
      {review.days.length > 0 && (
        <Button variant="secondary" onClick={() => setOpen('extend')}>
          {copy.extend}
        </Button>
      )}
      <Button
        variant="secondary"
        className="border-danger! text-danger!"
        disabled={waitsForSecond(shown)}
        onClick={() => setOpen('refuse')}
      >
        {copy.refuse}
      </Button>
      <Button disabled={waitsForSecond(shown)} onClick={() => setOpen('release')}>
        {copy.release}
      </Button>
      {open === 'extend' && <ExtendDialog id={shown.id} days={review.days} onClose={close} />}
      {(open === 'release' || open === 'refuse') && (
        <ReasonDialog
          title={open === 'refuse' ? copy.refuseTitle : copy.releaseTitle}
          text={open === 'refuse' ? copy.refuseText(amount) : copy.releaseText(amount, review.payee)}
          confirmLabel={copy[open]}
          isDanger={open === 'refuse'}
          submit={(reason) => decide.mutateAsync({ refuses: open === 'refuse', reason })}
          preview={(reason) =>
            actionOf(
              'decide_payment_review',
              caseArguments.paymentReview(shown.id, { refuses: open === 'refuse', reason }),
            )
          }
          onClose={close}
        />
      )}
    </>
  )
}

function ExtendDialog({ id, days, onClose }: { id: string; days: string[]; onClose: () => void }) {
  const extend = useExtendPaymentReview(id)
  const form = useForm({
    initial: { until: days[0] ?? '', reason: '' },
    check: ({ until, reason }) => {
      const problem = reasonProblem(reason)
      return problem === null ? { until, reason: reason.trim() } : { errors: { reason: problem } }
    },
    submit: (extension) => extend.mutateAsync(extension),
    onSuccess: onClose,
  })
  const extension = form.checked()
  return (
    <FormDialog title={copy.extendTitle} text={copy.extendText} form={form} label={copy.extend} onClose={onClose}>
      <SelectField
        label={copy.until}
        {...form.field('until')}
        options={days.map((day) => [day, formatDayWithWeekday(day)])}
      />
      <ReasonField form={form} />
      <MessagePreview action={extension && actionOf('extend_payment_review', caseArguments.extension(id, extension))} />
    </FormDialog>
  )
}
