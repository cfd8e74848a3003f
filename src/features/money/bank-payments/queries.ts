import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** What another bank has decided about a payment. */
export type BankPayment = {
  isOutgoing: boolean
  state: 'sent' | 'accepted' | 'rejected' | 'returning' | 'returned'
  /** Why it came back, in words. */
  reason: string | null
  /** Whether the payer's bank has asked for the money back, and whether that was refused. */
  recall: 'asked' | 'refused' | null
  /** What has become of an outgoing payment that the customer asked for, as the case about it says too. */
  recallWords: string | null
}

const states = ['sent', 'accepted', 'rejected', 'returning', 'returned'] as const
const recalls = ['asked', 'refused'] as const

const askAgainMs = 5000
const isOpen = (state: BankPayment['state']) => state === 'sent' || state === 'returning'

export const bankPaymentQueries = {
  all: ['bank-payments'] as const,
  /** Null for a payment that no other bank takes part in. A change of the row reads it again. */
  of: (transaction: { id: string; status: string; reversedAt: string | null }) =>
    queryOptions({
      queryKey: [...bankPaymentQueries.all, transaction.id, transaction.status, transaction.reversedAt],
      queryFn: ({ signal }) => readBankPayment(transaction.id, signal),
      // Another bank's decision can leave the row as it is.
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && isOpen(state.data.state) ? askAgainMs : false),
    }),
}

async function readBankPayment(transactionId: string, signal: AbortSignal): Promise<BankPayment | null> {
  const { data } = await supabase
    .rpc('get_bank_payment', { p_transaction_id: transactionId })
    .abortSignal(signal)
    .throwOnError()
  const [row] = data
  const state = states.find((known) => known === row?.state)
  if (row === undefined || state === undefined) return null
  return {
    isOutgoing: row.is_outgoing,
    state,
    reason: row.reason,
    recall: recalls.find((known) => known === row.recall) ?? null,
    recallWords: row.recall_words,
  }
}
