import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { consoleCopy } from './copy'
import { consoleQueries } from './queries'

/** Takes the chat of somebody who waits. One agent gets it; the others read why not. */
export function useAcceptRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (requestId: string) => {
      const { data } = await supabase.rpc('accept_agent_request', { p_request_id: requestId }).throwOnError()
      return data
    },
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.all }),
    meta: { success: consoleCopy.accepted },
  })
}

/** What has been on this agent's screen is not new any more. `until`: when the newest of it was sent. */
export function useMarkChatRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ chatId, until }: { chatId: string; until: string }) => {
      await supabase.rpc('mark_chat_read', { p_conversation_id: chatId, p_until: until }).throwOnError()
    },
    onSuccess: () => client.invalidateQueries({ queryKey: consoleQueries.chats().queryKey }),
    // A badge that stays is no reason for a toast.
    meta: { failure: false },
  })
}
