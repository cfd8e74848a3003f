import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { insightsQueries } from './queries'

/** Every change of this person's transactions changes the figures. A removed row can only be heard of without a filter. */
export function useLiveInsights(userId: string) {
  const client = useQueryClient()
  const filter = `user_id=eq.${userId}`
  useTableChanges({
    channel: 'insights',
    changes: [
      { table: 'transactions', event: 'INSERT', filter },
      { table: 'transactions', event: 'UPDATE', filter },
      { table: 'transactions', event: 'DELETE' },
    ],
    onStale: () => void client.invalidateQueries({ queryKey: insightsQueries.all }),
  })
}
