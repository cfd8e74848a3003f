import { useQueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { useTableChanges } from '@/lib/realtime'

/** Refetches the accounts when the balance of one changes. */
export function useLiveSavings(userId: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'savings',
    areOwn: true,
    changes: [{ table: 'accounts', filter: `user_id=eq.${userId}` }],
    onStale: () => void client.invalidateQueries({ queryKey: accountQueries.all }),
  })
}
