import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { SummarySection } from '@/components/SummarySection'
import { paths } from '@/lib/paths'
import { IncomingRow } from './IncomingRow'
import { scheduledPaymentQueries, type ScheduledPayment } from './queries'
import { useLiveScheduledPayments } from './realtime'

/** How many the home screen shows. */
const few = 3

/** The next incoming payments on the home screen. Nothing without any. */
export function IncomingPayments({ userId }: { userId: string }) {
  const payments = useQuery(scheduledPaymentQueries.list(userId))
  useLiveScheduledPayments(userId)
  return (
    <Loaded query={payments} what="your incoming payments" skeleton={null}>
      {(list) => {
        const upcoming = list.filter(({ isProcessed }) => !isProcessed).toReversed()
        return upcoming.length > 0 && <Upcoming payments={upcoming.slice(0, few)} />
      }}
    </Loaded>
  )
}

function Upcoming({ payments }: { payments: ScheduledPayment[] }) {
  return (
    <SummarySection title="Incoming" all={{ to: paths.scheduledPayments, label: 'See all incoming payments' }}>
      {/* Each row is drawn at once: one that takes its height later would move what is below it. */}
      <ul className="@container divide-y divide-line rounded bg-card shadow-card *:[content-visibility:visible]">
        {payments.map((payment) => (
          <IncomingRow key={payment.id} payment={payment} />
        ))}
      </ul>
    </SummarySection>
  )
}
