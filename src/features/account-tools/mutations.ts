import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/accounts/queries'
import { insightsQueries } from '@/features/insights/queries'
import { transactionQueries, type Transaction } from '@/features/transactions/queries'
import { messageOf, refusalOf } from '@/lib/errors'
import { penceToWire } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { accountToolsCopy } from './copy'
import type { NewTransaction } from './transactionForm'

/** Sets the balance (pence). Setting it twice is the same as once, so that it can simply be tried again. */
export function useEditBalance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (balance: number) => {
      await supabase.rpc('edit_current_account_balance', { p_new_balance: penceToWire(balance) }).throwOnError()
    },
    onSettled: () => readMoneyAgain(client),
    meta: { success: accountToolsCopy.balanceUpdated, failure: balanceFailureWords },
  })
}

export function balanceFailureWords(error: unknown): ToastWords {
  return { title: accountToolsCopy.balanceFailed, text: messageOf(error) }
}

export function useAddTransaction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ recipient, amount, reference }: NewTransaction) => {
      await supabase
        .rpc('add_manual_transaction', {
          p_recipient: recipient,
          p_amount: penceToWire(amount),
          ...(reference !== '' && { p_reference: reference }),
        })
        .throwOnError()
    },
    // After a failure as well: when nobody answered, it may have been added.
    onSettled: () => readMoneyAgain(client),
    meta: { success: accountToolsCopy.added, failure: addFailureWords },
  })
}

/** Why a transaction was not added, or why that is not known. */
export function addFailureWords(error: unknown): ToastWords {
  const { addFailed, insufficientFunds, refused, unknown } = accountToolsCopy
  const refusal = refusalOf(error)
  if (refusal === null) return { title: addFailed, text: unknown }
  if (refusal.hint === 'insufficient-funds') return { title: insufficientFunds }
  return { title: addFailed, text: refusal.message ?? refused }
}

/** Takes a row off the list. The balance stays. */
export function useDeleteTransaction(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.from('transactions').delete().eq('id', id).throwOnError()
    },
    onSuccess: (_nothing, id) => {
      const { queryKey } = transactionQueries.list(userId)
      // To read a list again means each page that was scrolled through; of several, the row is only taken out.
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

export function deleteFailureWords(error: Error): ToastWords {
  return { title: accountToolsCopy.deleteFailed, text: messageOf(error) }
}

/** Of a list of two pages or more. */
function withoutRow<Start>({ pages, pageParams }: InfiniteData<Transaction[], Start>, id: string) {
  const left = pages.map((page) => page.filter((row) => row.id !== id))
  // A last page that is not full would be taken for the end of the list, so it joins the one before.
  return { pages: [...left.slice(0, -2), left.slice(-2).flat()], pageParams: pageParams.slice(0, -1) }
}

function readMoneyAgain(client: QueryClient) {
  return Promise.all(
    [accountQueries.all, transactionQueries.all, insightsQueries.all].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
