import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { insightsQueries } from './queries'

/** Refetches when the customer's transactions change. DELETE events match no filter. */
export function useLiveInsights(userId: string) {
  const client = useQueryClient()
  const filter = `user_id=eq.${userId}`
  useTableChanges({
    channel: 'insights',
    areOwn: true,
    changes: [
      { table: 'transactions', event: 'INSERT', filter },
      { table: 'transactions', event: 'UPDATE', filter },
      { table: 'transactions', event: 'DELETE' },
    ],
    onStale: () => void client.invalidateQueries({ queryKey: insightsQueries.all }),
  })
}
