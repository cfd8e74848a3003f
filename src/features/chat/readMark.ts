import type { ChatMessage } from './queries'

/** How far somebody has read a chat. */
export type ReadMark = {
  chat: string | null
  /** The moment of the last message that was seen. */
  upTo: string | null
  /** The message above which 'New messages' stands. */
  line: string | null
  isReading: boolean
}

type News = { messages: ChatMessage[]; isReading: boolean; isOwn: (message: ChatMessage) => boolean }

/** What the other side said since then. */
export function unread({ upTo }: ReadMark, { messages, isOwn }: Omit<News, 'isReading'>): ChatMessage[] {
  // The server writes moments so that their text sorts as they do.
  return upTo === null ? [] : messages.filter((message) => message.createdAt > upTo && !isOwn(message))
}

/** The mark after a look at these messages; the same one when nothing changed. */
export function moveMark(mark: ReadMark, news: News): ReadMark {
  const newest = news.messages.at(-1)
  const { isReading } = news
  const hasSpoken = newest !== undefined && newest.createdAt > (mark.upTo ?? '') && news.isOwn(newest)
  // Whoever comes back finds the line above what came meanwhile; whoever is there needs none.
  const line = hasSpoken ? null : mark.isReading ? mark.line : (mark.line ?? unread(mark, news)[0]?.id ?? null)
  const upTo = (isReading || hasSpoken || mark.upTo === null ? newest?.createdAt : undefined) ?? mark.upTo
  if (upTo === mark.upTo && line === mark.line && isReading === mark.isReading) return mark
  return { chat: mark.chat, upTo, line, isReading }
}
