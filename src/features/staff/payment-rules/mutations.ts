import { useMutation, useQueryClient } from '@tanstack/react-query'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { supabase } from '@/lib/supabase'
import { toTrial, type Trial } from './queries'
import type { DraftRule } from './rules'

export function useTryRules() {
  return useMutation({
    mutationFn: async (rules: DraftRule[]): Promise<Trial> =>
      toTrial((await supabase.rpc('try_payment_rules', { p_rules: rules }).throwOnError()).data),
    meta: { failure: false },
  })
}

export function useAskForRules() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, reason }: { id: string; reason: string }) =>
      supabase.rpc('request_payment_rules', { p_trial_id: id, p_reason: reason }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: approvalQueries.all }),
    meta: { success: askingCopy.asked, failure: false },
  })
}
