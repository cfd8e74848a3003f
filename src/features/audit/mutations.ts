import { useMutation } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** Whether the chain of the audit is whole: null, or the id of the first row that was tampered with. */
export function useVerifyAudit() {
  return useMutation({
    mutationFn: async (): Promise<number | null> => (await supabase.rpc('verify_audit').throwOnError()).data,
    // The screen says it in its place.
    meta: { failure: false },
  })
}
