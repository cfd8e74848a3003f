import { useQueryClient } from '@tanstack/react-query'
import { chatQueries } from '@/features/contact/chat/queries'
import { useTableChanges } from '@/lib/realtime'

/** Refetches the open chat when it changes. DELETE events match no filter and carry only the id. */
export function useLiveChatBanner(userId: string) {
  const client = useQueryClient()
  const { queryKey } = chatQueries.conversation(userId)
  const filter = `user_id=eq.${userId}`
  useTableChanges({
    channel: 'support',
    areOwn: true,
    changes: [
      { table: 'chat_conversations', event: 'INSERT', filter },
      { table: 'chat_conversations', event: 'UPDATE', filter },
      { table: 'chat_conversations', event: 'DELETE' },
    ],
    // A running fetch may still return the state before the event.
    concerns: ({ id }) => client.getQueryData(queryKey)?.id === id || client.isFetching({ queryKey }) > 0,
    onStale: () => void client.invalidateQueries({ queryKey }),
  })
}
