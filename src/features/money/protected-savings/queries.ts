import { queryOptions } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'

/** A move out of a protected account. `amount` in pence. */
export type WaitingMove = { id: string; toAccountId: string; amount: number; dueAt: string }

export const waitingMoveQueries = {
  all: [...accountQueries.all, 'waiting moves'] as const,
  /** The next one first. Under the accounts' key: a move that is made changes a balance. */
  of: (accountId: string) =>
    queryOptions({
      queryKey: [...waitingMoveQueries.all, accountId],
      queryFn: async ({ signal }): Promise<WaitingMove[]> => {
        const { data } = await supabase
          .rpc('list_waiting_moves', { p_account_id: accountId })
          .abortSignal(signal)
          .throwOnError()
        return data.map((row) => ({
          id: row.id,
          toAccountId: row.to_account_id,
          amount: poundsToPence(row.amount),
          dueAt: row.due_at,
        }))
      },
    }),
}
