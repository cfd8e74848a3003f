import type { Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { TextLink } from '@/components/TextLink'
import { ruleWords } from '@/features/staff/staff-transactions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDate, formatDenseDateTime } from '@/lib/dates'
import { adminTransactionPath } from '@/lib/paths'
import { paymentReviewCopy as copy } from './paymentReviewCopy'
import type { StaffCase } from './queries'

/** The payment under review, why, and until when at the latest. */
export function paymentReviewFacts(review: NonNullable<StaffCase['payment_review']>, linksPayment: boolean): Fact[] {
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
