import { useMutation, useQueryClient } from '@tanstack/react-query'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { sendToOtherBanks } from '@/features/money/bank-payments/shared'
import { messageOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { betweenBanksCopy as copy } from './copy'
import { betweenBanksQueries } from './queries'

/** Sends the unanswered messages about a payment now, or asks what the other bank has decided. */
export function useAskBankAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.rpc('ask_bank_again', { p_id: id }).throwOnError()
      await sendToOtherBanks()
    },
    onSettled: () => client.invalidateQueries({ queryKey: betweenBanksQueries.all }),
    meta: { success: copy.asked, failure: (error: Error) => ({ title: copy.askFailed, text: messageOf(error) }) },
  })
}

/** Asks a second administrator to return a payment that its sender's bank asks back. */
export function useRequestReturn(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reason: string) => {
      await supabase.rpc('request_return', { p_id: id, p_reason: reason }).throwOnError()
    },
    onSettled: () =>
      Promise.all(
        [betweenBanksQueries.all, approvalQueries.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    // The dialog shows a failure.
    meta: { success: askingCopy.asked, failure: false },
  })
}
