import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { statementQueries } from './queries'

/** Keeps the running month true: whatever enters a statement also changes the account's balance. */
export function useLiveStatements(userId: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'statements',
    changes: [{ table: 'accounts', filter: `user_id=eq.${userId}` }],
    onStale: () => void client.invalidateQueries({ queryKey: statementQueries.all }),
  })
}
