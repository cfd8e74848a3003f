import { useMutation } from '@tanstack/react-query'
import { recallPayment } from '@/features/money/bank-payments/shared'
import { supabase } from '@/lib/supabase'
import { receiptCopy } from './copy'

/** Reports the payee of a payment as a scam. */
export function useReportScam() {
  return useMutation({
    mutationFn: async (transactionId: string) =>
      supabase.rpc('report_scam', { p_transaction_id: transactionId }).throwOnError(),
    meta: { failure: receiptCopy.reportFailed },
  })
}

/** Asks the payee's bank to return a payment, if another bank has it. */
export function useRecallPayment() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: 'mistake' | 'fraud' }) => recallPayment(id, reason),
    meta: { failure: receiptCopy.recallFailed },
  })
}
