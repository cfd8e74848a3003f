import type { InfiniteData } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { insightsQueries } from '@/features/money/insights/queries'
import { transactionQueries, type Transaction } from '@/features/money/transactions/queries'
import { ranWithoutApproval } from '@/features/staff/approvals/shared'
import { messageOf, refusalOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { callRpc, supabase } from '@/lib/supabase'
import { toast, type ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { accountToolsCopy } from './copy'
import type { NewTransaction } from './transactionForm'

const stale = [accountQueries.all, transactionQueries.all, insightsQueries.all]

/** Sets the balance (pence). Idempotent, so a retry is safe. Returns false where it needs a second administrator. */
export const useEditBalance = () =>
  useChange(
    (balance: number) =>
      ranWithoutApproval(callRpc('edit_current_account_balance', { p_new_balance: penceToPounds(balance) })),
    {
      stale,
      failure: balanceFailureWords,
      atField: 'title',
      succeeded: (isUpdated) => isUpdated && toast.success(accountToolsCopy.balanceUpdated),
    },
  )

export function balanceFailureWords(error: unknown): ToastWords {
  return { title: accountToolsCopy.balanceFailed, text: messageOf(error) }
}

export function useAddTransaction() {
  const { keyFor, confirm } = useIdempotencyKey()
  return useChange(
    (transaction: NewTransaction) =>
      callRpc('add_manual_transaction', {
        p_recipient: transaction.recipient,
        p_amount: penceToPounds(transaction.amount),
        p_reference: transaction.reference || undefined,
        p_request_id: keyFor(transaction),
      }),
    { stale, success: accountToolsCopy.added, failure: addFailureWords, atField: 'title', succeeded: confirm },
  )
}

/** The words for a transaction that was not added, or may not have been. */
export function addFailureWords(error: unknown): ToastWords {
  const { addFailed, insufficientFunds, refused, unknown } = accountToolsCopy
  const refusal = refusalOf(error)
  if (refusal === null) return { title: addFailed, text: unknown }
  if (refusal.hint === 'insufficient-funds') return { title: insufficientFunds }
  return { title: addFailed, text: refusal.message ?? refused }
}

/** Deletes a row of the list. The balance does not change. */
export const useDeleteTransaction = (userId: string) =>
  useChange((id: string) => supabase.from('transactions').delete().eq('id', id).throwOnError(), {
    stale: [insightsQueries.all],
    success: accountToolsCopy.deleted,
    failure: accountToolsCopy.deleteFailed,
    succeeded: (_nothing, id, client) => {
      const { queryKey } = transactionQueries.list(userId)
      // A refetch loads every page of the list again. A list of several pages only drops the row.
      const list = client.getQueryCache().find<InfiniteData<Transaction[]>>({ queryKey, exact: true })
      const isKept = (list?.state.data?.pages.length ?? 0) > 1
      if (isKept) client.setQueryData(queryKey, (data) => data && withoutRow(data, id))
      return client.invalidateQueries({
        queryKey: transactionQueries.all,
        predicate: (query) => !isKept || query !== list,
      })
    },
  })

/** For a list of at least two pages. */
function withoutRow<Start>({ pages, pageParams }: InfiniteData<Transaction[], Start>, id: string) {
  const left = pages.map((page) => page.filter((row) => row.id !== id))
  // A last page that is not full would count as the end of the list, so it is merged into the page before.
  return { pages: [...left.slice(0, -2), left.slice(-2).flat()], pageParams: pageParams.slice(0, -1) }
}
