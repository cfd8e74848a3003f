import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { betweenBanksCopy as copy } from './copy'
import { betweenBanksQueries } from './queries'

/** Makes the unanswered messages about a payment due now, or asks what the other bank has decided. */
export const useAskBankAgain = () =>
  useChange((id: string) => callRpc('ask_bank_again', { p_id: id }), {
    stale: [betweenBanksQueries.all],
    success: copy.asked,
    failure: copy.askFailed,
  })

/** Asks a second administrator to return a payment that its sender's bank asks back. The dialog shows a failure. */
/** The preview of the message sends the same. */
export const returnArguments = (id: string, reason: string) => ({ p_id: id, p_reason: reason })

export const useRequestReturn = (id: string) =>
  useChange((reason: string) => callRpc('request_return', returnArguments(id, reason)), {
    stale: [betweenBanksQueries.all, approvalQueries.all],
    success: askingCopy.asked,
    failure: false,
  })
