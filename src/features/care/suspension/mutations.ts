import type { QueryClient } from '@tanstack/react-query'
import { putIn, takeOut, type Unsent } from '@/features/contact/chat/shared'
import { profileQueries } from '@/features/person/profile/queries'
import { messageOf, refusalOf } from '@/lib/errors'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { suspensionCopy } from './copy'
import { suspensionQueries } from './queries'

const sendTimeout = 15_000

/** Sends a message to the agents. The id keeps a retry from being stored twice. */
export function useWriteWhileSuspended(userId: string, outbox: string) {
  const readAgain = (client: QueryClient) =>
    client.invalidateQueries({ queryKey: suspensionQueries.chat(userId).queryKey })
  return useChange(
    ({ id, text }: Unsent) =>
      callRpc('write_while_suspended', { p_message_id: id, p_message: text }, AbortSignal.timeout(sendTimeout)),
    {
      failure: false,
      before: (message, client) => putIn(client, outbox, { ...message, state: 'sending', problem: null }),
      succeeded: async (_nothing, { id }, client) => {
        // Before the message leaves the outbox, so that it stays on the screen.
        await readAgain(client)
        takeOut(client, outbox, id)
      },
      failed: (error, message, client) => {
        const problem = refusalOf(error) === null ? null : messageOf(error)
        putIn(client, outbox, { ...message, state: 'failed', problem })
        return readAgain(client)
      },
    },
  )
}

/** Sets the PIN that a customer has chosen who is to be restored. After `onRestored` the app shows their account. */
export const useRestoreWithPin = (onRestored: () => void) =>
  useChange((pin: string) => callRpc('restore_with_pin', { p_pin: pin }), {
    stale: [profileQueries.all],
    success: suspensionCopy.newPin.done,
    failure: false,
    // Before the profile is read: then the form is gone.
    succeeded: onRestored,
  })
