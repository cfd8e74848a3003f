import { FormDialog } from '@/components/FormDialog'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { ReasonField, reasonProblem } from '@/features/staff/saved-texts/shared'
import { InputField } from '@/components/ui/Input'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { staffTransactionsCopy } from './copy'
import { useStartPaymentReview, transactionArguments } from './mutations'

const copy = staffTransactionsCopy.review

/** Asks for the grounds to put a payment under review, and what the customer is told. */
export function PaymentReviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const review = useStartPaymentReview(id)
  const form = useForm({
    initial: { reason: '', told: '' },
    check: ({ reason, told }) => {
      const reasonIs = reasonProblem(reason)
      const toldIs = told.trim() === '' ? copy.noWords : textProblem(told.trim())
      if (reasonIs !== null || toldIs !== null)
        return { errors: { ...(reasonIs !== null && { reason: reasonIs }), ...(toldIs !== null && { told: toldIs }) } }
      return { reason: reason.trim(), told: told.trim() }
    },
    submit: (placed) => review.mutateAsync(placed),
    onSuccess: onClose,
  })
  const placed = form.checked()
  return (
    <FormDialog title={copy.title} text={copy.text} form={form} label={copy.action} onClose={onClose}>
      <ReasonField form={form} />
      <InputField label={copy.told} {...form.field('told')} autoComplete="off" maxLength={300} />
      <MessagePreview action={placed && actionOf('start_payment_review', transactionArguments.review(id, placed))} />
    </FormDialog>
  )
}
