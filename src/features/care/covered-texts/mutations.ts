import { caseQueries } from '@/features/care/cases/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { coveredCopy } from './copy'
import { coveredQueries, type HiddenSender } from './queries'

const stale = [transactionQueries.all, coveredQueries.all]

/** Covers what the sender of this payment has written and will write. */
export const useHideSender = () =>
  useChange((transactionId: string) => callRpc('hide_sender', { p_transaction_id: transactionId }), {
    stale,
    success: coveredCopy.hidden,
    failure: false,
  })

/** Asks staff to look at what the sender writes. Returns the id of the case. */
export const useReportMessage = () =>
  useChange((transactionId: string) => callRpc('report_message', { p_transaction_id: transactionId }), {
    stale: [caseQueries.all],
    success: coveredCopy.reported,
    failure: false,
  })

export const useShowSender = () =>
  useChange(
    ({ sortCode, accountNumber }: HiddenSender) =>
      callRpc('show_sender', { p_sort_code: sortCode, p_account_number: accountNumber }),
    { stale, success: coveredCopy.senders.shown, failure: coveredCopy.senders.notShown },
  )
