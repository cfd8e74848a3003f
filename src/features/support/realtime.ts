import { useQueryClient } from '@tanstack/react-query'
import { chatQueries } from '@/features/chat/queries'
import { useTableChanges } from '@/lib/realtime'

/** Keeps true whether a chat is open. That one was ended can only be heard of without a filter, by its id alone. */
export function useLiveChatBanner(userId: string) {
  const client = useQueryClient()
  const { queryKey } = chatQueries.conversation(userId)
  const filter = `user_id=eq.${userId}`
  useTableChanges({
    channel: 'support',
    changes: [
      { table: 'chat_conversations', event: 'INSERT', filter },
      { table: 'chat_conversations', event: 'UPDATE', filter },
      { table: 'chat_conversations', event: 'DELETE' },
    ],
    // While it is being read, the answer may still be from before.
    concerns: ({ id }) => client.getQueryData(queryKey)?.id === id || client.isFetching({ queryKey }) > 0,
    onStale: () => void client.invalidateQueries({ queryKey }),
  })
}
