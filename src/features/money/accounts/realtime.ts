import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { accountQueries } from './queries'

/** Refetches the account when it changes. */
export function useLiveAccount(userId: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'account',
    areOwn: true,
    changes: [
      { table: 'accounts', filter: `user_id=eq.${userId}` },
      // Another bank accepts a payment: it is no longer pending, and the row of the account stays as it is.
      { table: 'transactions', event: 'UPDATE', filter: `user_id=eq.${userId}` },
    ],
    onStale: () => void client.invalidateQueries({ queryKey: accountQueries.current(userId).queryKey }),
  })
}
