import type { ChatMessage } from '@/features/contact/chat/queries'

/** A message of the customer's, said at 9 o'clock and `second` seconds. */
export function aMessage(second: number, change: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `message-${second}`,
    sender: 'user',
    senderId: null,
    senderName: null,
    isEdited: false,
    links: null,
    text: `Text ${second}`,
    createdAt: `2026-11-21T09:00:${String(second).padStart(2, '0')}.123+00:00`,
    ...change,
  }
}
