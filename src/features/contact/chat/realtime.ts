import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { object, text } from '@/lib/json'
import { useTableChanges } from '@/lib/realtime'
import { chatQueries } from './queries'
import { useBroadcast } from './useBroadcast'

/** Refetches the customer's chat when it is opened, accepted by an agent or ended. */
export function useLiveConversation(userId: string) {
  const client = useQueryClient()
  const { queryKey } = chatQueries.conversation(userId)
  useTableChanges({
    channel: 'chat',
    areOwn: true,
    changes: [
      { table: 'chat_conversations', event: 'INSERT', filter: `user_id=eq.${userId}` },
      { table: 'chat_conversations', event: 'UPDATE', filter: `user_id=eq.${userId}` },
      { table: 'chat_conversations', event: 'DELETE' },
    ],
    // A running fetch may still return the state before the event.
    concerns: ({ id }) => client.getQueryData(queryKey)?.id === id || client.isFetching({ queryKey }) > 0,
    onStale: () => void client.invalidateQueries({ queryKey }),
  })
}

/** Refetches the messages of a chat when one is added, edited or deleted. */
export function useLiveMessages(conversationId: string | null) {
  const client = useQueryClient()
  const { queryKey } = chatQueries.messages(conversationId)
  useTableChanges({
    channel: 'chat-messages',
    changes:
      conversationId === null
        ? []
        : [
            { table: 'chat_messages', event: 'INSERT', filter: `conversation_id=eq.${conversationId}` },
            { table: 'chat_messages', event: 'UPDATE', filter: `conversation_id=eq.${conversationId}` },
            { table: 'chat_messages', event: 'DELETE' },
          ],
    concerns: ({ id }) =>
      client.getQueryData(queryKey)?.messages.some((message) => message.id === id) === true ||
      client.isFetching({ queryKey }) > 0,
    onStale: () => void client.invalidateQueries({ queryKey }),
  })
}

/** The side of the viewer. */
export type Viewpoint = 'user' | 'agent'

const typingShownMs = 3000
const typingSentEveryMs = 2000

const readTyping = object({ sender_type: text })

type TypingOptions = {
  conversationId: string | null
  viewpoint: Viewpoint
  /** The newest message of the other side. When it arrives, the typing indicator is hidden. */
  newestId: string | undefined
}

/** Shows and sends typing events. */
export function useTyping({ conversationId, viewpoint, newestId }: TypingOptions) {
  const [typingAfter, setTypingAfter] = useState<{ id: string | undefined } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function handleReceive(payload: unknown) {
    const sender = readTyping(payload)?.sender_type
    // The same viewpoint: the user's other tab, or another agent.
    if (sender === undefined || sender === viewpoint) return
    setTypingAfter({ id: newestId })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTypingAfter(null), typingShownMs)
  }

  const say = useBroadcast({
    topic: conversationId === null ? null : `typing:${conversationId}`,
    event: 'typing',
    interval: typingSentEveryMs,
    onReceive: handleReceive,
  })
  return {
    isOtherTyping: typingAfter !== null && typingAfter.id === newestId,
    sendTyping: () => say({ sender_type: viewpoint }),
  }
}
