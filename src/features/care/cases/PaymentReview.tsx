import { AskButton } from '@/components/AskButton'
import { formatDayWithWeekday } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { paymentReviewCopy as copy } from './copy'
import type { ReviewedPayment } from './kinds'
import { useCancelReviewedPayment } from './mutations'

/** Why a payment has not been sent, until when at the latest, and 'Cancel payment'. */
export function PaymentReview({ review }: { review: ReviewedPayment }) {
  const cancel = useCancelReviewedPayment(review)
  return (
    <div className="space-y-3">
      <p>
        {copy.notSentYet(review.told)} {copy.atTheLatest(formatDayWithWeekday(review.last_on))}
      </p>
      <AskButton
        label={copy.cancel}
        variant="secondary"
        change={cancel}
        question={{
          title: copy.cancelTitle,
          text: copy.cancelText(formatPence(review.amount), review.payee),
          closeLabel: copy.keep,
          args: undefined,
        }}
        failure={(text) => ({ title: copy.failed, text })}
      />
    </div>
  )
}
