import type { Category } from '@/features/money/categories/shared'
import { insightsQueries } from '@/features/money/insights/queries'
import { useUserId } from '@/lib/session'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { transactionCopy } from './copy'
import { refreshTransactions, withChange } from './longList'
import { transactionQueries, type Transaction } from './queries'

type Choice = { category: Category; isAlways: boolean }

/** Chooses the category of a transaction, or of all transactions with its payee. */
export function useSetCategory(transaction: Transaction, onStored: (category: Category) => void) {
  const userId = useUserId()
  return useChange(
    ({ category, isAlways }: Choice) =>
      callRpc('set_category', { p_transaction_id: transaction.id, p_category: category, p_always: isAlways }),
    {
      inTurn: `category of ${transaction.id}`,
      stale: [insightsQueries.all],
      success: transactionCopy.category.changed,
      failure: transactionCopy.category.failed,
      succeeded: (_nothing, { category }, client) => {
        onStored(category)
        // A long list refetches only its top.
        client.setQueryData(
          transactionQueries.list(userId).queryKey,
          (data) => data && withChange(data, transaction.id, { category }),
        )
        return refreshTransactions(client, userId)
      },
    },
  )
}
