import { formatDayHeading, londonDay } from '@/lib/dates'
import type { Unsent } from './outbox'
import type { ChatMessage } from './queries'

/** A message of the list. */
export type Entry = ChatMessage & {
  /** The heading above the first message of a day. */
  day: string | null
  /** The first of several messages of one sender. */
  isFirst: boolean
  /** Null: the message is stored. */
  unsent: Unsent | null
}

/** The stored messages, then the unsent ones: of `writer`, or notes. */
export function toEntries(messages: ChatMessage[], unsent: Unsent[], writer: 'user' | 'agent'): Entry[] {
  const lines = [
    ...messages.map((message) => ({
      ...message,
      // The assistant's help for a customer who waits for an agent is stored as an event.
      sender: message.sender === 'event' && message.links !== null ? ('assistant' as const) : message.sender,
      unsent: null,
    })),
    ...unsent.map((message) => ({
      ...message,
      sender: message.isNote === true ? ('note' as const) : writer,
      senderId: null,
      senderName: null,
      isEdited: false,
      links: null,
      unsent: message,
      state: undefined,
    })),
  ]
  const days = lines.map(({ createdAt }) => londonDay(createdAt))
  return lines.map(
    ({ id, sender, senderId, senderName, text, createdAt, isEdited, links, unsent: own }, index): Entry => {
      const previous = lines[index - 1]
      const isNewDay = days[index] !== days[index - 1]
      return {
        id,
        sender,
        senderId,
        senderName,
        text,
        createdAt,
        isEdited,
        links,
        unsent: own,
        day: isNewDay ? formatDayHeading(days[index] ?? '') : null,
        isFirst: isNewDay || previous?.sender !== sender || (own === null && previous.senderName !== senderName),
      }
    },
  )
}
