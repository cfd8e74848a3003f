// How other features ask a second administrator.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { approvalQueries } from './queries'

/** An action that can need a second administrator. Amounts in pence. */
export type ApprovalRequest =
  | { kind: 'balance'; userId: string; balance: number; seenBalance: number }
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

export async function requestApproval(request: ApprovalRequest, reason: string): Promise<void> {
  await supabase
    .rpc('request_approval', {
      p_kind: request.kind,
      p_user_id: request.userId,
      p_reason: reason,
      ...(request.kind === 'balance' && {
        p_balance: penceToPounds(request.balance),
        p_seen_balance: penceToPounds(request.seenBalance),
      }),
    })
    .throwOnError()
}

export function useRequestApproval() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, reason }: { request: ApprovalRequest; reason: string }) => requestApproval(request, reason),
    onSettled: () => client.invalidateQueries({ queryKey: approvalQueries.all }),
    meta: { success: askingCopy.asked, failure: false },
  })
}

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
