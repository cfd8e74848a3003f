import { useMutation, useQueryClient } from '@tanstack/react-query'
import { object, text } from '@/lib/json'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'
import { callCopy } from './copy'
import { callQueries } from './queries'

const lives = 120_000
const readCode = object({ code: text })

/** The customer is not on the phone. */
export function useReportCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.rpc('report_call', { p_call_id: id }).throwOnError()
    },
    onSuccess: () => client.invalidateQueries({ queryKey: callQueries.all }),
    meta: { success: callCopy.reported },
  })
}

/** Makes a code. It is in no cache: it leaves with the dialog. */
export function useMakeCode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const askedAt = Date.now()
      const { data } = await supabase.rpc('make_identity_code').throwOnError()
      const made = required(readCode(data))
      return { code: made.code, endsAt: askedAt + lives }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: callQueries.all }),
    gcTime: 0,
    meta: { failure: false },
  })
}

/** Marks that the agent calls the customer, or ends the call with this id. */
export function useMarkCall(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (endId: string | null) => {
      await (
        endId === null
          ? supabase.rpc('start_call', { p_user_id: userId })
          : supabase.rpc('end_call', { p_call_id: endId })
      ).throwOnError()
    },
    onSettled: () => client.invalidateQueries({ queryKey: callQueries.all }),
  })
}

/** Records the code that the customer told the agent. The query says what became of it. */
export function useEnterCode(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (code: string) => {
      await supabase.rpc('enter_identity_code', { p_user_id: userId, p_code: code }).throwOnError()
    },
    // Also after a lost response: the code may have been recorded.
    onSettled: () => client.invalidateQueries({ queryKey: callQueries.all }),
    meta: { failure: false },
  })
}
