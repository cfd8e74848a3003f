import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { invokeFunction } from '@/lib/functions'
import { refusalOf } from '@/lib/errors'
import { logError } from '@/lib/log'
import { supabase } from '@/lib/supabase'
import { bankPaymentCopy } from './copy'
import { bankPaymentQueries } from './queries'

/** Has the server send what is due to other banks. A job does it too, so a failure is only logged. */
export async function sendToOtherBanks(): Promise<void> {
  await invokeFunction('send-interbank', {}).catch((error: unknown) =>
    logError('The messages to other banks were not sent', error),
  )
}

/** Asks the payee's bank to return a payment. Nothing for a payment that no other bank takes part in. */
export async function recallPayment(transactionId: string, reason: 'mistake' | 'fraud'): Promise<void> {
  const { error } = await supabase.rpc('recall_payment', { p_transaction_id: transactionId, p_reason: reason })
  if (error === null) return sendToOtherBanks()
  const hint = refusalOf(error)?.hint
  if (hint !== 'transaction-gone' && hint !== 'payment-finished') throw error
}

/** Returns a payment that the sender's bank asks back, or keeps it. */
export function useAnswerRecall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ transactionId, returns }: { transactionId: string; returns: boolean }) =>
      supabase.rpc('answer_recall', { p_transaction_id: transactionId, p_returns: returns }).throwOnError(),
    onSuccess: async () => {
      await sendToOtherBanks()
      await Promise.all(
        [accountQueries.all, transactionQueries.all, bankPaymentQueries.all].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
    },
    meta: { success: bankPaymentCopy.answered },
  })
}
