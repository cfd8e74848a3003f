import { recallPayment } from '@/features/money/bank-payments/shared'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { receiptCopy } from './copy'

/** Reports the payee of a payment as a scam. */
export const useReportScam = () =>
  useChange((transactionId: string) => callRpc('report_scam', { p_transaction_id: transactionId }), {
    failure: receiptCopy.reportFailed,
  })

/** Asks the payee's bank to return a payment, if another bank has it. */
export const useRecallPayment = () =>
  useChange(({ id, reason }: { id: string; reason: 'mistake' | 'fraud' }) => recallPayment(id, reason), {
    failure: receiptCopy.recallFailed,
  })
