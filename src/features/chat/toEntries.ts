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

/** The stored messages, then the unsent ones of `writer`. */
export function toEntries(messages: ChatMessage[], unsent: Unsent[], writer: 'user' | 'agent'): Entry[] {
  const lines = [
    ...messages.map((message) => ({ ...message, unsent: null })),
    ...unsent.map((message) => ({ ...message, sender: writer, unsent: message, state: undefined })),
  ]
  const days = lines.map(({ createdAt }) => londonDay(createdAt))
  return lines.map(({ id, sender, text, createdAt, unsent: own }, index): Entry => {
    const isNewDay = days[index] !== days[index - 1]
    return {
      id,
      sender,
      text,
      createdAt,
      unsent: own,
      day: isNewDay ? formatDayHeading(days[index] ?? '') : null,
      isFirst: isNewDay || lines[index - 1]?.sender !== sender,
    }
  })
}
