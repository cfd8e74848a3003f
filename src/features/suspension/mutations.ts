import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { profileQueries } from '@/features/profile/queries'
import { suspensionCopy } from './copy'
import { suspensionQueries } from './queries'

const sendTimeout = 15_000

/** Sends a message to the agents. The id keeps a retry from being stored twice. */
export function useWriteWhileSuspended(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, text }: { id: string; text: string }) =>
      supabase
        .rpc('write_while_suspended', { p_message_id: id, p_message: text })
        .abortSignal(AbortSignal.timeout(sendTimeout))
        .throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: suspensionQueries.chat(userId).queryKey }),
    meta: { failure: false },
  })
}

/** Sets the PIN that a customer has chosen who is to be restored. After `onRestored` the app shows their account. */
export function useRestoreWithPin(onRestored: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (pin: string) => {
      // A separate call, so that the server has counted the choice before it says whether the PIN is free.
      await supabase.rpc('choose_pin_while_suspended', { p_pin: pin }).throwOnError()
      await supabase.rpc('restore_with_pin', { p_pin: pin }).throwOnError()
    },
    // Before the profile is read: then the form is gone.
    onSuccess: onRestored,
    // Also after a lost answer.
    onSettled: () => client.invalidateQueries({ queryKey: profileQueries.all }),
    meta: { success: suspensionCopy.newPin.done, failure: false },
  })
}
