import { expect, test } from 'vitest'
import { nextUnread } from '@/features/staff/agent-console/nextUnread'

const own = (id: string, unansweredSince: string | null, unreadCount = 1) => ({
  id,
  unreadCount,
  unansweredSince,
  updatedAt: '2026-11-21T10:00:00+00:00',
})
const early = own('early', '2026-11-21T09:00:00+00:00')
const late = own('late', '2026-11-21T09:30:00.5+00:00')
const queue = [
  { chatId: 'first', unreadCount: 1 },
  { chatId: 'read', unreadCount: 0 },
  { chatId: 'second', unreadCount: 3 },
]

test('goes through the own chats by their wait, then through the queue', () => {
  expect(nextUnread([late, early], queue, null)).toBe('early')
  expect(nextUnread([late, early], queue, 'early')).toBe('late')
  expect(nextUnread([own('answered', null, 0)], queue, null)).toBe('first')
  expect(nextUnread([], queue, 'first')).toBe('second')
})

test('an own chat without a time of its own counts from its last activity', () => {
  expect(nextUnread([own('other', null), late], [], null)).toBe('late')
})

test('finds nothing where nothing else is unread', () => {
  expect(nextUnread([early], [], 'early')).toBeUndefined()
  expect(nextUnread([], [], null)).toBeUndefined()
})
