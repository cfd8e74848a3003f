import { sendToOtherBanks } from '@/features/money/bank-payments/shared'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { betweenBanksCopy as copy } from './copy'
import { betweenBanksQueries } from './queries'

/** Sends the unanswered messages about a payment now, or asks what the other bank has decided. */
export const useAskBankAgain = () =>
  useChange(
    async (id: string) => {
      await callRpc('ask_bank_again', { p_id: id })
      await sendToOtherBanks()
    },
    { stale: [betweenBanksQueries.all], success: copy.asked, failure: copy.askFailed },
  )

/** Asks a second administrator to return a payment that its sender's bank asks back. The dialog shows a failure. */
export const useRequestReturn = (id: string) =>
  useChange((reason: string) => callRpc('request_return', { p_id: id, p_reason: reason }), {
    stale: [betweenBanksQueries.all, approvalQueries.all],
    success: askingCopy.asked,
    failure: false,
  })
