import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putIn, takeOut, type Unsent } from '@/features/contact/chat/shared'
import { messageOf, refusalOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { profileQueries } from '@/features/person/profile/queries'
import { suspensionCopy } from './copy'
import { suspensionQueries } from './queries'

const sendTimeout = 15_000

/** Sends a message to the agents. The id keeps a retry from being stored twice. */
export function useWriteWhileSuspended(userId: string, outbox: string) {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: suspensionQueries.chat(userId).queryKey })
  return useMutation({
    mutationFn: async ({ id, text }: Unsent) =>
      supabase
        .rpc('write_while_suspended', { p_message_id: id, p_message: text })
        .abortSignal(AbortSignal.timeout(sendTimeout))
        .throwOnError(),
    onMutate: (message) => putIn(client, outbox, { ...message, state: 'sending', problem: null }),
    onSuccess: async (_, { id }) => {
      await readAgain()
      takeOut(client, outbox, id)
    },
    onError: (error, message) => {
      putIn(client, outbox, {
        ...message,
        state: 'failed',
        problem: refusalOf(error) === null ? null : messageOf(error),
      })
      return readAgain()
    },
    meta: { failure: false },
  })
}

/** Sets the PIN that a customer has chosen who is to be restored. After `onRestored` the app shows their account. */
export function useRestoreWithPin(onRestored: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (pin: string) => supabase.rpc('restore_with_pin', { p_pin: pin }).throwOnError(),
    // Before the profile is read: then the form is gone.
    onSuccess: onRestored,
    // Also after a lost answer.
    onSettled: () => client.invalidateQueries({ queryKey: profileQueries.all }),
    meta: { success: suspensionCopy.newPin.done, failure: false },
  })
}
