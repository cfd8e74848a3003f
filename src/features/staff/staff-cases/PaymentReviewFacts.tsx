import type { Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { TextLink } from '@/components/TextLink'
import { ruleWords } from '@/features/staff/staff-transactions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDate, formatDenseDateTime } from '@/lib/dates'
import { list, nullable, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { adminTransactionPath } from '@/lib/paths'
import { readEvidence } from './ClaimFacts'
import { paymentReviewCopy as copy } from './paymentReviewCopy'

export const readPaymentReview = object({
  transaction_id: text,
  amount: pounds,
  payee: text,
  told: text,
  last_on: text,
  /** Of the payment. Null once it is deleted. */
  state: nullable(text),
  rules: list(text),
  grounds: nullable(text),
  received_at: text,
  placed_by: nullable(text),
  /** Until which the review can be extended. */
  days: list(text),
  evidence: readEvidence,
})
export type PaymentReview = NonNullable<ReturnType<typeof readPaymentReview>>

/** The payment under review, why, and until when at the latest. */
export function paymentReviewFacts(review: PaymentReview, linksPayment: boolean): Fact[] {
  return [
    [
      'Payment',
      linksPayment ? (
        <TextLink key="payment" to={adminTransactionPath(review.transaction_id)}>
          {review.payee}
        </TextLink>
      ) : (
        review.payee
      ),
    ],
    ['Amount', <Money key="amount" pence={review.amount} />],
    ['Received', formatDenseDateTime(review.received_at)],
    ['At the latest', formatDate(review.last_on)],
    ['Started by', review.placed_by ?? copy.byRule],
    ...(review.rules.length === 0
      ? []
      : [['Rules', review.rules.map((rule) => wordsOf(ruleWords, rule)).join(', ')] satisfies Fact]),
    ['Grounds', review.grounds ?? 'None written yet'],
    ['Told to the customer', review.told],
  ]
}
