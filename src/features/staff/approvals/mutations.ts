import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { approvalsCopy } from './copy'
import { approvalQueries } from './queries'

/** The preview of the message sends the same. */
export const approvalOf = (id: string) => ({ p_request_id: id })

export const useApproveRequest = () =>
  useChange((id: string) => callRpc('approve_request', approvalOf(id)), {
    stale: [approvalQueries.all],
    success: approvalsCopy.approved,
    failure: false,
  })

/** Refuses a request of another administrator, or withdraws the user's own. */
export const useRefuseRequest = (isOwn: boolean) =>
  useChange(
    ({ id, reason }: { id: string; reason: string }) =>
      callRpc('refuse_request', { p_request_id: id, p_reason: reason }),
    {
      stale: [approvalQueries.all],
      success: isOwn ? approvalsCopy.withdrawn : approvalsCopy.refused,
      failure: false,
    },
  )
