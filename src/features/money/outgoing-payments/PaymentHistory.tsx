import { formatDayWithWeekday } from '@/lib/dates'
import { outgoingCopy } from './copy'
import { PaymentRow } from './PaymentRow'
import type { PastPayment } from './queries'

type PaymentHistoryProps = { payments: PastPayment[]; isNamed: boolean }

/** Payments that were sent, cancelled or have failed, with the reason. Without names, all are of one payee. */
export function PaymentHistory({ payments, isNamed }: PaymentHistoryProps) {
  return (
    <section aria-label={outgoingCopy.history} className="space-y-3">
      <h2 className="text-section">{outgoingCopy.history}</h2>
      <ul className="@container divide-y divide-line rounded bg-card shadow-card">
        {payments.map(({ id, name, amount, state, problem, day }) => (
          <li key={id}>
            <PaymentRow
              name={isNamed ? name : formatDayWithWeekday(day)}
              isPlain={!isNamed}
              details={[isNamed ? formatDayWithWeekday(day) : null, problem]}
              amount={amount}
              note={outgoingCopy.states[state]}
              isProblem={state === 'failed'}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
