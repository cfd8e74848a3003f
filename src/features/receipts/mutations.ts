import { useMutation } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { receiptCopy } from './copy'

/** Reports the payee of a payment as a scam. */
export function useReportScam() {
  return useMutation({
    mutationFn: async (transactionId: string) => {
      await supabase.rpc('report_scam', { p_transaction_id: transactionId }).throwOnError()
    },
    meta: { failure: receiptCopy.reportFailed },
  })
}
