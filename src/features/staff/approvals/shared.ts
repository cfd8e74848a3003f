// How other features ask a second administrator.
import { refusalOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { callRpc } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { approvalQueries } from './queries'

/** An action that can need a second administrator. Amounts in pence. */
export type ApprovalRequest =
  /** `accountId`: of a savings account. Without it: the current account. */
  | { kind: 'balance'; userId: string; balance: number; seenBalance: number; accountId?: string }
  | { kind: 'deletion' | 'unfreeze' | 'super_admin' | 'closing'; userId: string }

export const askingCopy = {
  /** What a form says when the server wants a second administrator. */
  question: {
    title: 'A second administrator must approve this',
    text: 'Say why. Nothing changes until another administrator with the same rights has approved it.',
    confirmLabel: 'Ask for Approval',
  },
  asked: {
    title: 'Waiting for approval',
    text: 'Another administrator finds it under Approvals.',
  } satisfies ToastWords,
} as const

/** What a request sends. The preview of its message sends the same. */
export const approvalArguments = (request: ApprovalRequest, reason: string) => ({
  p_kind: request.kind,
  p_user_id: request.userId,
  p_reason: reason,
  ...(request.kind === 'balance' && {
    p_balance: penceToPounds(request.balance),
    p_seen_balance: penceToPounds(request.seenBalance),
    p_account_id: request.accountId,
  }),
})

export const requestApproval = (request: ApprovalRequest, reason: string) =>
  callRpc('request_approval', approvalArguments(request, reason))

export const useRequestApproval = () =>
  useChange(({ request, reason }: { request: ApprovalRequest; reason: string }) => requestApproval(request, reason), {
    stale: [approvalQueries.all],
    success: askingCopy.asked,
    failure: false,
  })

/** Runs an action. False: it was not carried out, because it needs a second administrator. */
export async function ranWithoutApproval(action: PromiseLike<unknown>): Promise<boolean> {
  try {
    await action
    return true
  } catch (error) {
    if (refusalOf(error)?.hint === 'approval-needed') return false
    throw error
  }
}
