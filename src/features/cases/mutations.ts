import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { caseCopy } from './copy'
import { caseQueries, type ClaimKind } from './queries'

export type ClaimAnswers = { kind: ClaimKind; who: string | null; reached: string | null; said: string | null }

/** Saves the answers so far. Nothing is sent. */
export function useSaveClaim(transactionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, who, reached, said }: ClaimAnswers) => {
      await supabase
        .rpc('save_claim', {
          p_transaction_id: transactionId,
          p_kind: kind,
          ...(who !== null && { p_who: who }),
          ...(reached !== null && { p_reached: reached }),
          ...(said !== null && { p_said: said }),
        })
        .throwOnError()
    },
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    // The question shows a failure.
    meta: { failure: false },
  })
}

/** Sends the saved answers and returns the id of the case. */
export function useSendClaim(transactionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await supabase.rpc('send_claim', { p_transaction_id: transactionId }).throwOnError()).data,
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    // The screen shows a failure.
    meta: { failure: false },
  })
}

export function useAnswerCase(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (answer: string) => {
      await supabase.rpc('answer_case', { p_case_id: id, p_answer: answer }).throwOnError()
    },
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    // The form shows a failure.
    meta: { success: caseCopy.answered, failure: false },
  })
}
