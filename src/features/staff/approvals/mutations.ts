import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { approvalsCopy } from './copy'
import { approvalQueries } from './queries'

// The lists are also refetched after a failure: another administrator may have decided.

export function useApproveRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => supabase.rpc('approve_request', { p_request_id: id }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: approvalQueries.all }),
    meta: { success: approvalsCopy.approved, failure: false },
  })
}

/** Refuses a request of another administrator, or withdraws the user's own. */
export function useRefuseRequest(isOwn: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, reason }: { id: string; reason: string }) =>
      supabase.rpc('refuse_request', { p_request_id: id, p_reason: reason }).throwOnError(),
    onSuccess: () => toast.success(isOwn ? approvalsCopy.withdrawn : approvalsCopy.refused),
    onSettled: () => client.invalidateQueries({ queryKey: approvalQueries.all }),
    meta: { failure: false },
  })
}
