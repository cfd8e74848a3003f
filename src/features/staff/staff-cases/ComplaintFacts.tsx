import type { Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { TextLink } from '@/components/TextLink'
import { complaintFields } from '@/features/care/cases/queries'
import { complaintTopics } from '@/features/care/cases/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDate, formatDenseDateTime } from '@/lib/dates'
import { nullable, object, text } from '@/lib/json'
import { formatPence, pounds } from '@/lib/money'
import { adminTransactionPath } from '@/lib/paths'
import { complaintCopy as copy } from './complaintCopy'
import type { StaffCase } from './queries'

export const readComplaint = object({
  ...complaintFields,
  transaction_id: nullable(text),
  marked_by: nullable(text),
  summary_due_at: text,
  outcome: nullable(text),
  response: nullable(text),
  redress: nullable(pounds),
})
export type Complaint = NonNullable<ReturnType<typeof readComplaint>>

/** What a complaint is about, how it came, and the answer that waits for a second administrator. */
export function complaintFacts(
  { is_waiting: isWaiting, decision }: StaffCase,
  complaint: Complaint,
  now: Date,
  linksPayment: boolean,
): Fact[] {
  const {
    amount,
    party,
    transaction_id: paymentId,
    summary_due_at: summaryDueAt,
    holding_response_at: holdingResponseAt,
  } = complaint
  const payment = amount === null || party === null ? null : `${formatPence(amount)}, ${party}`
  const facts: (Fact | false)[] = [
    ['About', complaintTopics[complaint.topic]],
    payment !== null && [
      'Payment',
      linksPayment && paymentId !== null ? (
        <TextLink key="payment" to={adminTransactionPath(paymentId)}>
          {payment}
        </TextLink>
      ) : (
        payment
      ),
    ],
    ['From', complaint.was_marked ? copy.byAgent(complaint.marked_by ?? '–') : copy.byCustomer],
    ['What happened', complaint.said],
    complaint.wish !== null && ['Would put it right', complaint.wish],
    decision === null &&
      Date.parse(summaryDueAt) > now.getTime() && ['Summary until', formatDate(complaint.summary_on)],
    holdingResponseAt !== null && ['Holding response', formatDenseDateTime(holdingResponseAt)],
    complaint.reopened_at !== null && ['Reopened', formatDenseDateTime(complaint.reopened_at)],
    complaint.redress_paid > 0 && ['Redress paid', <Money key="paid" pence={complaint.redress_paid} />],
    isWaiting && ['Waiting outcome', wordsOf(copy.outcomes, complaint.outcome ?? '')],
    isWaiting && ['Waiting redress', <Money key="redress" pence={complaint.redress ?? 0} className="font-semibold" />],
    isWaiting && ['Waiting text', complaint.response],
  ]
  return facts.filter((fact) => fact !== false)
}
