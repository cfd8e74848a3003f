import { expect, test } from 'vitest'
import { moveMark, unread, type ReadMark } from '@/features/contact/chat/useReadMark'
import type { ChatMessage } from '@/features/contact/chat/queries'
import { aMessage } from './aMessage'

const isOwn = ({ sender }: ChatMessage) => sender === 'user'
const answer = (second: number) => aMessage(second, { sender: 'agent' })
const markAt = (second: number, change: Partial<ReadMark> = {}): ReadMark => ({
  chat: 'chat-1',
  upTo: aMessage(second).createdAt,
  line: null,
  isReading: true,
  ...change,
})
const look = (mark: ReadMark, messages: ChatMessage[], isReading: boolean) =>
  moveMark(mark, { messages, isReading, isOwn })

test('a chat that was never read on this device starts without a line', () => {
  const mark = look(markAt(0, { upTo: null, isReading: false }), [answer(1), answer(2)], true)
  expect(mark).toEqual(markAt(2))
})

test('a viewer who returns sees the line above the new messages, and it stays', () => {
  const messages = [answer(1), answer(2), answer(3)]
  const mark = look(markAt(1, { isReading: false }), messages, true)
  expect(mark).toEqual(markAt(3, { line: 'message-2' }))
  expect(look(mark, [...messages, answer(4)], true)).toEqual(markAt(4, { line: 'message-2' }))
})

test('a viewer who is reading sees no line', () => {
  expect(look(markAt(1), [answer(1), answer(2)], true)).toEqual(markAt(2))
})

test('counts and marks messages that arrive while the viewer is elsewhere or has scrolled up', () => {
  const away = look(markAt(1), [answer(1)], false)
  expect(unread(away, { messages: [answer(1), aMessage(2), answer(3), answer(4)], isOwn })).toHaveLength(2)
  const more = look(away, [answer(1), answer(3), answer(4)], false)
  expect(more).toEqual(markAt(1, { line: 'message-3', isReading: false }))
  expect(look(more, [answer(1), answer(3), answer(4)], true)).toEqual(markAt(4, { line: 'message-3' }))
})

test('sending a message removes the line', () => {
  const mark = markAt(3, { line: 'message-2' })
  expect(look(mark, [answer(2), answer(3), aMessage(4)], true)).toEqual(markAt(4))
})

test('keeps the mark without new messages', () => {
  const mark = markAt(2)
  expect(look(mark, [answer(1), answer(2)], true)).toBe(mark)
})
