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
import { waitsForSecond, type StaffCase } from './queries'

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
export function complaintFacts(shown: StaffCase, complaint: Complaint, now: Date, linksPayment: boolean): Fact[] {
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
    shown.decision === null &&
      Date.parse(summaryDueAt) > now.getTime() && ['Summary until', formatDate(complaint.summary_on)],
    holdingResponseAt !== null && ['Holding response', formatDenseDateTime(holdingResponseAt)],
    complaint.reopened_at !== null && ['Reopened', formatDenseDateTime(complaint.reopened_at)],
    complaint.redress_paid > 0 && ['Redress paid', <Money key="paid" pence={complaint.redress_paid} />],
    ...(waitsForSecond(shown) ? waitingFacts(complaint) : []),
  ]
  return facts.filter((fact) => fact !== false)
}

/** The answer that waits for a second administrator. */
const waitingFacts = ({ outcome, redress, response }: Complaint): Fact[] => [
  ['Waiting outcome', wordsOf(copy.outcomes, outcome ?? '')],
  ['Waiting redress', <Money key="redress" pence={redress ?? 0} className="text-amount" />],
  ['Waiting text', response],
]
