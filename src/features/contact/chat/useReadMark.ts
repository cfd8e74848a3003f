import { useEffect, useState } from 'react'
import { seenChatStore } from '@/lib/storage'
import { useIsPageVisible } from '@/lib/useIsPageVisible'
import type { ChatMessage } from './queries'
import { moveMark, unread, type ReadMark } from './readMark'

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
