import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { refreshTransactions } from './longList'

/** Lets new transactions of this person appear by themselves. */
export function useLiveTransactions(userId: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'transactions',
    changes: [{ table: 'transactions', event: 'INSERT', filter: `user_id=eq.${userId}` }],
    onStale: () => void refreshTransactions(client, userId),
  })
}
