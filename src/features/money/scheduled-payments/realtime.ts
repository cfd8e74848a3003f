import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { scheduledPaymentQueries } from './queries'

/** Refetches when a payment is added, processed or deleted. DELETE events match no filter. */
export function useLiveScheduledPayments(userId: string) {
  const client = useQueryClient()
  const filter = `user_id=eq.${userId}`
  useTableChanges({
    channel: 'scheduled-payments',
    areOwn: true,
    changes: [
      { table: 'scheduled_payments', event: 'INSERT', filter },
      { table: 'scheduled_payments', event: 'UPDATE', filter },
      { table: 'scheduled_payments', event: 'DELETE' },
    ],
    onStale: () => void client.invalidateQueries({ queryKey: scheduledPaymentQueries.all }),
  })
}
