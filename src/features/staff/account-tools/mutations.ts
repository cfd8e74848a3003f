import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { ranWithoutApproval } from '@/features/staff/approvals/shared'
import { insightsQueries } from '@/features/money/insights/queries'
import { transactionQueries, type Transaction } from '@/features/money/transactions/queries'
import { messageOf, refusalOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import { toast, type ToastWords } from '@/lib/toast'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { accountToolsCopy } from './copy'
import type { NewTransaction } from './transactionForm'

/** Sets the balance (pence). Idempotent, so a retry is safe. Returns false where it needs a second administrator. */
export function useEditBalance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (balance: number) =>
      ranWithoutApproval(
        supabase.rpc('edit_current_account_balance', { p_new_balance: penceToPounds(balance) }).throwOnError(),
      ),
    onSuccess: (isUpdated) => isUpdated && toast.success(accountToolsCopy.balanceUpdated),
    onSettled: () => readMoneyAgain(client),
    meta: { failure: balanceFailureWords, atField: 'title' },
  })
}

export function balanceFailureWords(error: unknown): ToastWords {
  return { title: accountToolsCopy.balanceFailed, text: messageOf(error) }
}

export function useAddTransaction() {
  const client = useQueryClient()
  const { keyFor, confirm } = useIdempotencyKey()
  return useMutation({
    mutationFn: async (transaction: NewTransaction) => {
      const { recipient, amount, reference } = transaction
      await supabase
        .rpc('add_manual_transaction', {
          p_recipient: recipient,
          p_amount: penceToPounds(amount),
          ...(reference !== '' && { p_reference: reference }),
          p_request_id: keyFor(transaction),
        })
        .throwOnError()
    },
    onSuccess: confirm,
    // Also after a failure: without an answer, the transaction may have been added.
    onSettled: () => readMoneyAgain(client),
    meta: { success: accountToolsCopy.added, failure: addFailureWords, atField: 'title' },
  })
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
export function useDeleteTransaction(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => supabase.from('transactions').delete().eq('id', id).throwOnError(),
    onSuccess: (_nothing, id) => {
      const { queryKey } = transactionQueries.list(userId)
      // A refetch loads every page of the list again. A list of several pages only drops the row.
      const list = client.getQueryCache().find<InfiniteData<Transaction[]>>({ queryKey, exact: true })
      const isKept = (list?.state.data?.pages.length ?? 0) > 1
      if (isKept) client.setQueryData(queryKey, (data) => data && withoutRow(data, id))
      return Promise.all([
        client.invalidateQueries({
          queryKey: transactionQueries.all,
          predicate: (query) => !isKept || query !== list,
        }),
        client.invalidateQueries({ queryKey: insightsQueries.all }),
      ])
    },
    meta: { success: accountToolsCopy.deleted, failure: deleteFailureWords },
  })
}

function deleteFailureWords(error: Error): ToastWords {
  return { title: accountToolsCopy.deleteFailed, text: messageOf(error) }
}

/** For a list of at least two pages. */
function withoutRow<Start>({ pages, pageParams }: InfiniteData<Transaction[], Start>, id: string) {
  const left = pages.map((page) => page.filter((row) => row.id !== id))
  // A last page that is not full would count as the end of the list, so it is merged into the page before.
  return { pages: [...left.slice(0, -2), left.slice(-2).flat()], pageParams: pageParams.slice(0, -1) }
}

function readMoneyAgain(client: QueryClient) {
  return Promise.all(
    [accountQueries.all, transactionQueries.all, insightsQueries.all].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
