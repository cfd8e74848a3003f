import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category } from '@/features/money/categories/shared'
import { insightsQueries } from '@/features/money/insights/queries'
import { useUserId } from '@/lib/session'
import { supabase } from '@/lib/supabase'
import { transactionCopy } from './copy'
import { refreshTransactions, withChange } from './longList'
import { transactionQueries, type Transaction } from './queries'

type Choice = { category: Category; isAlways: boolean }

/** Chooses the category of a transaction, or of all transactions with its payee. */
export function useSetCategory(transaction: Transaction) {
  const client = useQueryClient()
  const userId = useUserId()
  return useMutation({
    mutationFn: async ({ category, isAlways }: Choice) =>
      supabase
        .rpc('set_category', { p_transaction_id: transaction.id, p_category: category, p_always: isAlways })
        .throwOnError(),
    onSuccess: (_, { category }) => {
      // A long list refetches only its top.
      client.setQueryData(
        transactionQueries.list(userId).queryKey,
        (data) => data && withChange(data, transaction.id, { category }),
      )
      return Promise.all([
        refreshTransactions(client, userId),
        client.invalidateQueries({ queryKey: insightsQueries.all }),
      ])
    },
    meta: { success: transactionCopy.category.changed, failure: transactionCopy.category.failed },
  })
}
