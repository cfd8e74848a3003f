import { useMutation, useQueryClient } from '@tanstack/react-query'
import { caseQueries } from '@/features/care/cases/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { supabase } from '@/lib/supabase'
import { coveredCopy } from './copy'
import { coveredQueries, type HiddenSender } from './queries'

function useInvalidate() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: transactionQueries.all }),
      client.invalidateQueries({ queryKey: coveredQueries.all }),
    ])
}

/** Covers what the sender of this payment has written and will write. */
export function useHideSender() {
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: async (transactionId: string) => {
      await supabase.rpc('hide_sender', { p_transaction_id: transactionId }).throwOnError()
    },
    onSuccess: invalidate,
    meta: { success: coveredCopy.hidden, failure: coveredCopy.notHidden },
  })
}

/** Asks staff to look at what the sender writes. Returns the id of the case. */
export function useReportMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (transactionId: string) =>
      (await supabase.rpc('report_message', { p_transaction_id: transactionId }).throwOnError()).data,
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    meta: { success: coveredCopy.reported, failure: coveredCopy.notReported },
  })
}

export function useShowSender() {
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: async ({ sortCode, accountNumber }: HiddenSender) => {
      await supabase.rpc('show_sender', { p_sort_code: sortCode, p_account_number: accountNumber }).throwOnError()
    },
    onSuccess: invalidate,
    meta: { success: coveredCopy.senders.shown, failure: coveredCopy.senders.notShown },
  })
}
