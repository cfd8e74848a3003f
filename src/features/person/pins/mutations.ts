import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { pinCopy } from './copy'
import { pinQueries } from './queries'
import { writeToClipboard } from './writeToClipboard'

class CopyFailed extends Error {}

/** Reads a PIN after the server has recorded it in the audit log. */
export function useShowPin() {
  return useMutation({
    mutationFn: async (userId: string) => {
      await supabase.rpc('record_pin_view', { p_user_id: userId }).throwOnError()
      return readPin(userId)
    },
    // The PIN leaves the memory with the row.
    gcTime: 0,
  })
}

async function readPin(userId: string): Promise<string> {
  return (await supabase.rpc('get_user_pin', { p_user_id: userId }).throwOnError()).data
}

/** Copies a PIN after the server has recorded it in the audit log. */
export function useCopyPin() {
  return useMutation({
    mutationFn: async (userId: string) => {
      const record = async () => {
        await supabase.rpc('record_pin_view', { p_user_id: userId, p_is_copied: true }).throwOnError()
        return readPin(userId)
      }
      const recorded = record()
      try {
        await writeToClipboard(recorded)
      } catch {
        // Throws the server's refusal, if that is the reason.
        await recorded
        throw new CopyFailed()
      }
    },
    meta: {
      success: pinCopy.copied,
      failure: (error) =>
        error instanceof CopyFailed ? pinCopy.copyFailed : { title: 'Error', text: messageOf(error) },
    },
  })
}

/** Also closes the user's PIN request. */
export function useSendPin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) =>
      (await supabase.rpc('send_pin_to_inbox', { p_user_id: userId }).throwOnError()).data,
    onSuccess: (name) => toast.success(pinCopy.sent(name)),
    onSettled: () => client.invalidateQueries({ queryKey: pinQueries.requests().queryKey }),
  })
}

export function useResolvePinRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) =>
      supabase.rpc('resolve_pin_reset_request', { p_user_id: userId }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: pinQueries.requests().queryKey }),
    meta: { success: pinCopy.requestResolved },
  })
}
