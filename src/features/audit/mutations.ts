import { useMutation } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** Verifies the audit chain: null, or the id of the first row that was tampered with. */
export function useVerifyAudit() {
  return useMutation({
    mutationFn: async (): Promise<number | null> => (await supabase.rpc('verify_audit').throwOnError()).data,
    // VerifyChain shows the failure.
    meta: { failure: false },
  })
}
