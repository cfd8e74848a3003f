import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { statementQueries } from './queries'

/** Refetches statements when the account changes: every entry changes its balance. */
export function useLiveStatements(userId: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'statements',
    areOwn: true,
    changes: [{ table: 'accounts', filter: `user_id=eq.${userId}` }],
    onStale: () => void client.invalidateQueries({ queryKey: statementQueries.all }),
  })
}
