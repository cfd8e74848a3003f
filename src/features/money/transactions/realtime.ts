import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { refreshTransactions } from './longList'

/** For a screen with the list of the current account, or of a savings account. Refetches the transactions when a new one is inserted, or a pending one changes. */
export function useLiveTransactions(userId: string, savingsId?: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'transactions',
    areOwn: true,
    changes: [
      { table: 'transactions', event: 'INSERT', filter: `user_id=eq.${userId}` },
      // A pending one is completed or reversed.
      { table: 'transactions', event: 'UPDATE', filter: `user_id=eq.${userId}` },
    ],
    onStale: () => void refreshTransactions(client, userId, savingsId),
  })
}
