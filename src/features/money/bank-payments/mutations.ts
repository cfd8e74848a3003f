import { accountQueries } from '@/features/money/accounts/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { refusalOf } from '@/lib/errors'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { bankPaymentCopy } from './copy'
import { bankPaymentQueries } from './queries'

/** Asks the payee's bank to return a payment. Nothing for a payment that no other bank takes part in. */
export async function recallPayment(transactionId: string, reason: 'mistake' | 'fraud'): Promise<void> {
  if ((await callRpc('get_bank_payment', { p_transaction_id: transactionId })).length === 0) return
  try {
    await callRpc('recall_payment', { p_transaction_id: transactionId, p_reason: reason })
  } catch (error) {
    if (refusalOf(error)?.hint === 'payment-finished') return
    throw error
  }
}

/** Returns a payment that the sender's bank asks back, or keeps it. */
export const useAnswerRecall = (returns: boolean) =>
  useChange(
    (transactionId: string) => callRpc('answer_recall', { p_transaction_id: transactionId, p_returns: returns }),
    {
      stale: [accountQueries.all, transactionQueries.all, bankPaymentQueries.all],
      success: bankPaymentCopy.answered,
      // A question shows why the money was not given back.
      failure: returns ? false : undefined,
    },
  )
