import type { Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { TextLink } from '@/components/TextLink'
import { ruleWords } from '@/features/staff/staff-transactions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDate, formatDenseDateTime } from '@/lib/dates'
import { adminTransactionPath } from '@/lib/paths'
import { holdCopy as copy } from './holdCopy'
import type { StaffCase } from './queries'

/** The payment that is held for a check, why, and until when at the latest. */
export function holdFacts(hold: NonNullable<StaffCase['hold']>, linksPayment: boolean): Fact[] {
  return [
    [
      'Payment',
      linksPayment ? (
        <TextLink key="payment" to={adminTransactionPath(hold.transaction_id)}>
          {hold.payee}
        </TextLink>
      ) : (
        hold.payee
      ),
    ],
    ['Amount', <Money key="amount" pence={hold.amount} />],
    ['Received', formatDenseDateTime(hold.received_at)],
    ['At the latest', formatDate(hold.last_on)],
    ['Held by', hold.placed_by ?? copy.byRule],
    ...(hold.rules.length === 0
      ? []
      : [['Rules', hold.rules.map((rule) => wordsOf(ruleWords, rule)).join(', ')] satisfies Fact]),
    ['Grounds', hold.grounds ?? 'None written yet'],
    ['Told to the customer', hold.told],
  ]
}
