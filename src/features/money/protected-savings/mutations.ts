import { accountQueries } from '@/features/money/accounts/queries'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { protectionCopy } from './copy'
import { waitingMoveQueries, type WaitingMove } from './queries'

/**
 * More hours apply at once, fewer after the hours that hold now. Those that hold now end such a wait. The section shows a
 * failure.
 */
export const useProtect = (accountId: string) =>
  useChange((hours: number) => callRpc('protect_savings', { p_id: accountId, p_hours: hours }), {
    stale: [accountQueries.all],
    success: protectionCopy.saved,
    failure: false,
  })

export const useTakeBack = () =>
  useChange(({ id }: WaitingMove) => callRpc('cancel_waiting_move', { p_id: id }), {
    stale: [waitingMoveQueries.all],
    success: (_nothing, { amount }) => protectionCopy.waiting.takenBack(amount),
  })
