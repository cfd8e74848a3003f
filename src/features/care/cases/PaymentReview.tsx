import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { formatDayWithWeekday } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { paymentReviewCopy as copy } from './copy'
import type { ReviewedPayment } from './kinds'
import { useCancelReviewedPayment } from './mutations'

/** Why a payment has not been sent, until when at the latest, and 'Cancel payment'. */
export function PaymentReview({ review }: { review: ReviewedPayment }) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useCancelReviewedPayment(review)
  const close = () => setIsAsking(false)
  return (
    <div className="space-y-3">
      <p>
        {copy.notSentYet(review.told)} {copy.atTheLatest(formatDayWithWeekday(review.last_on))}
      </p>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {copy.cancel}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={copy.cancelTitle}
          text={copy.cancelText(formatPence(review.amount), review.payee)}
          confirmLabel={copy.cancel}
          closeLabel={copy.keep}
          pending={cancel.isPending}
          problem={cancel.error && { title: copy.failed, text: messageOf(cancel.error) }}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      )}
    </div>
  )
}
