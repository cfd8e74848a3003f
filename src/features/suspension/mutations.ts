import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { suspensionQueries } from './queries'

const sendTimeout = 15_000

/** Sends a message to the agents. The id keeps a retry from being stored twice. */
export function useWriteWhileSuspended(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, text }: { id: string; text: string }) => {
      await supabase
        .rpc('write_while_suspended', { p_message_id: id, p_message: text })
        .abortSignal(AbortSignal.timeout(sendTimeout))
        .throwOnError()
    },
    onSettled: () => client.invalidateQueries({ queryKey: suspensionQueries.chat(userId).queryKey }),
    // The message shows it.
    meta: { failure: false },
  })
}
