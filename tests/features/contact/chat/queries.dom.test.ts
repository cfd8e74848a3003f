import { json, serve, userId } from '../../../fakeServer'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { chatQueries, readEarlier } from '@/features/contact/chat/queries'

const row = (number: number, second = number) => ({
  id: `m-${number}`,
  sender_type: 'user',
  message: `Text ${number}`,
  created_at: `2026-11-21T09:${String(second).padStart(2, '0')}:00.123456+00:00`,
})
const place = { id: 'm-7', createdAt: '2026-11-21T09:07:00.123456+00:00' }

test("reads the customer's own chat; null when there is none", async () => {
  const asked = serve({ 'GET chat_conversations': () => json([]) })
  expect(await new QueryClient().fetchQuery(chatQueries.conversation(userId))).toBeNull()
  expect(asked[0]?.query.get('user_id')).toBe(`eq.${userId}`)
})

test('loads the newest fifty, oldest first; a refetch loads everything since the oldest', async () => {
  const newest = Array.from({ length: 50 }, (_, index) => row(50 - index))
  const asked = serve({ 'GET chat_messages': () => json(newest) })
  const client = new QueryClient()
  const first = await client.fetchQuery(chatQueries.messages('chat-1'))
  expect(first.messages.map(({ id }) => id).slice(0, 2)).toEqual(['m-1', 'm-2'])
  expect(first.hasEarlier).toBe(true)
  expect(asked[0]?.query.get('limit')).toBe('50')
  expect(asked[0]?.query.get('order')).toBe('created_at.desc,id.desc')
  expect(asked[0]?.query.get('conversation_id')).toBe('eq.chat-1')

  await client.refetchQueries()
  expect(asked[1]?.query.get('created_at')).toBe('gte.2026-11-21T09:01:00.123456+00:00')
  expect(asked[1]?.query.get('or')).toBe('(created_at.gt."2026-11-21T09:01:00.123456+00:00",id.gte.m-1)')
  expect(asked[1]?.query.get('limit')).toBe('1000')
  expect(client.getQueryData(chatQueries.messages('chat-1').queryKey)?.hasEarlier).toBe(true)
})

test('a short chat has no earlier page, and without a chat nothing is fetched', async () => {
  const asked = serve({ 'GET chat_messages': () => json([row(1)]) })
  const client = new QueryClient()
  expect((await client.fetchQuery(chatQueries.messages('chat-1'))).hasEarlier).toBe(false)
  expect(asked).toHaveLength(1)
  expect(chatQueries.messages(null).initialData).toEqual({ messages: [], hasEarlier: false })
})

test('an earlier page ends before its position, also among messages of the same time', async () => {
  const asked = serve({ 'GET chat_messages': () => json([row(6), row(5)]) })
  expect(await readEarlier('chat-1', place)).toMatchObject({
    messages: [{ id: 'm-5' }, { id: 'm-6' }],
    hasEarlier: false,
  })
  expect(asked[0]?.query.get('created_at')).toBe(`lte.${place.createdAt}`)
  expect(asked[0]?.query.get('or')).toBe(`(created_at.lt."${place.createdAt}",id.lt.m-7)`)
  expect(asked[0]?.query.get('limit')).toBe('50')
})
