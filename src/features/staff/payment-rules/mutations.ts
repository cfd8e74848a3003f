import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { toTrial } from './queries'
import type { DraftRule } from './rules'

export const useTryRules = () =>
  useChange(async (rules: DraftRule[]) => toTrial(await callRpc('try_payment_rules', { p_rules: rules })), {
    failure: false,
  })

export const useAskForRules = () =>
  useChange(
    ({ id, reason }: { id: string; reason: string }) =>
      callRpc('request_payment_rules', { p_trial_id: id, p_reason: reason }),
    { stale: [approvalQueries.all], success: askingCopy.asked, failure: false },
  )
