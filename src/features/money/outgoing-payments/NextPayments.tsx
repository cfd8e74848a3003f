import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { SummarySection } from '@/components/SummarySection'
import { accountQueries } from '@/features/money/accounts/queries'
import { formatDayHeading } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { AfterPayments } from './AfterPayments'
import { waitWords } from './copy'
import { PaymentRow } from './PaymentRow'
import { outgoingQueries, type UpcomingPayment } from './queries'

/** How many the home screen shows. */
const few = 3

/** The next payments that leave the account, on the home screen. Nothing without any. */
export function NextPayments({ userId }: { userId: string }) {
  const payments = useQuery(outgoingQueries.upcoming(userId))
  return (
    <Loaded query={payments} what="your upcoming payments" skeleton={null}>
      {(list) => list.length > 0 && <Next userId={userId} payments={list.slice(0, few)} />}
    </Loaded>
  )
}

function Next({ userId, payments }: { userId: string; payments: UpcomingPayment[] }) {
  const account = useQuery(accountQueries.current(userId))
  return (
    <SummarySection title="Upcoming" all={{ to: paths.regularPayments, label: 'See all regular and future payments' }}>
      <ul className="@container divide-y divide-line rounded bg-card shadow-card">
        {payments.map((payment) => (
          <li key={`${payment.id} ${payment.regularId} ${payment.day}`}>
            <PaymentRow
              name={payment.name}
              details={[formatDayHeading(payment.day), waitWords(payment)]}
              amount={payment.amount}
            />
          </li>
        ))}
      </ul>
      {account.data !== undefined && (
        <div className="pt-3">
          <AfterPayments payments={payments} balance={account.data.balance} />
        </div>
      )}
    </SummarySection>
  )
}
