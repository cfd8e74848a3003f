import { useEffect, useState } from 'react'
import { seenChatStore } from '@/lib/storage'
import { useIsPageVisible } from '@/lib/useIsPageVisible'
import type { ChatMessage } from './queries'

type ReadMarkOptions = {
  chat: string | null
  messages: ChatMessage[]
  /** The newest message is on the screen. */
  isAtEnd: boolean
  isOwn: (message: ChatMessage) => boolean
}

/** The position of the 'New messages' line and the number of unread messages. */
export function useReadMark({ chat, messages, isAtEnd, isOwn }: ReadMarkOptions) {
  const isLookedAt = useIsPageVisible()
  const [mark, setMark] = useState(() => startMark(chat))
  const start = mark.chat === chat ? mark : startMark(chat)
  const current = messages.length === 0 ? start : moveMark(start, { messages, isReading: isAtEnd && isLookedAt, isOwn })
  if (current !== mark) setMark(current)

  const { upTo } = current
  useEffect(() => {
    if (chat !== null && upTo !== null) seenChatStore.write(chat, upTo)
  }, [chat, upTo])
  return { line: current.line, unreadCount: unread(current, { messages, isOwn }).length }
}

function startMark(chat: string | null): ReadMark {
  return { chat, upTo: chat === null ? null : seenChatStore.read(chat), line: null, isReading: false }
}

/** How far the viewer has read a chat. */
export type ReadMark = {
  chat: string | null
  /** The time of the last read message. */
  upTo: string | null
  /** The message below the 'New messages' line. */
  line: string | null
  isReading: boolean
}

type News = { messages: ChatMessage[]; isReading: boolean; isOwn: (message: ChatMessage) => boolean }

/** The other side's messages after the mark. */
export function unread({ upTo }: ReadMark, { messages, isOwn }: Omit<News, 'isReading'>): ChatMessage[] {
  // The server's timestamps sort as text.
  return upTo === null ? [] : messages.filter((message) => message.createdAt > upTo && !isOwn(message))
}

/** The mark after these messages are shown. The same object when nothing changed. */
export function moveMark(mark: ReadMark, news: News): ReadMark {
  const newest = news.messages.at(-1)
  const { isReading } = news
  const hasSpoken = newest !== undefined && newest.createdAt > (mark.upTo ?? '') && news.isOwn(newest)
  // A viewer who returns sees the line above the messages since then. A viewer who is reading needs none.
  const line = hasSpoken ? null : mark.isReading ? mark.line : (mark.line ?? unread(mark, news)[0]?.id ?? null)
  const upTo = (isReading || hasSpoken || mark.upTo === null ? newest?.createdAt : undefined) ?? mark.upTo
  if (upTo === mark.upTo && line === mark.line && isReading === mark.isReading) return mark
  return { chat: mark.chat, upTo, line, isReading }
}
