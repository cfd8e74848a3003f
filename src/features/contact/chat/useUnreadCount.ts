import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationQueries } from '@/features/contact/notifications/queries'
import { useTableChanges } from '@/lib/realtime'
import { seenChatStore } from '@/lib/storage'
import { useAfterPaint } from '@/lib/useAfterPaint'
import { chatQueries } from './queries'

/** The number of messages from agents and the assistant that the customer has not seen on this device. */
export function useUnreadCount(userId: string): number {
  const client = useQueryClient()
  // The reads of the screen go first.
  const enabled = useAfterPaint(true)
  const conversation = useQuery({ ...chatQueries.conversation(userId), enabled })
  const messages = useQuery({ ...notificationQueries.messages(userId), enabled })
  useTableChanges({
    channel: 'unread-chat',
    areOwn: true,
    // Messages have no user id to filter by: RLS delivers only those that the user can read.
    changes: [{ table: 'chat_messages', event: 'INSERT' }],
    onStale: () => void client.invalidateQueries({ queryKey: notificationQueries.messages(userId).queryKey }),
  })
  // A chat that was never opened on this device has no mark.
  const seen = conversation.data ? seenChatStore.read(conversation.data.id) : null
  return seen === null ? 0 : (messages.data?.filter(({ createdAt }) => createdAt > seen).length ?? 0)
}
