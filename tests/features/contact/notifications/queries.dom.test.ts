import { createTestQueryClient, json, serve, mailboxTransactionRow, userId } from '../../../fakeServer'
import type { ServerRequest } from '../../../apiAnswers'
import { describe, expect, test } from 'vitest'
import { notificationQueries } from '@/features/contact/notifications/queries'

const parameters = ({ query }: ServerRequest) => Object.fromEntries(query)
const messageRow = (id: string, minute: number) => ({
  id,
  message: 'Hello',
  created_at: `2026-11-21T09:${minute}:00.5+00:00`,
  chat_conversations: { user_id: userId },
})

describe('payments', () => {
  test('first the five newest in one request; amounts are pence', async () => {
    const asked = serve({ 'GET transactions': () => json([mailboxTransactionRow({ amount: 0.29 })]) })
    expect(await createTestQueryClient().fetchQuery(notificationQueries.transactions(userId))).toEqual([
      {
        id: 'transaction-1',
        amount: 29,
        kind: 'sent',
        state: 'completed',
        counterparty: 'Mill Lane Lettings',
        createdAt: '2026-11-21T09:05:00.123456+00:00',
      },
    ])
    expect(asked.map(parameters)).toMatchObject([
      { user_id: `eq.${userId}`, order: 'created_at.desc,id.desc', limit: '5' },
    ])
    expect(asked[0]?.query.has('created_at')).toBe(false)
  })

  test.each([
    [{ status: 'pending' }, 'sent', 'pending'],
    [{ status: 'failed' }, 'sent', 'failed'],
    [{ reversed_at: '2026-11-22T09:05:00+00:00' }, 'sent', 'reversed'],
    [{ mcc: '5814', status: 'pending' }, 'card', 'pending'],
    [{ incoming: true, from_account_holder_name: 'Cora Tester' }, 'received', 'completed'],
  ])('%j is %s and %s', async (change, kind, state) => {
    const asked = serve({ 'GET transactions': () => json([mailboxTransactionRow(change)]) })
    expect(await createTestQueryClient().fetchQuery(notificationQueries.transactions(userId))).toMatchObject([
      { kind, state },
    ])
    expect(asked[0]?.query.get('select')).toMatch(/mcc, ?status, ?reversed_at/)
    expect(asked[0]?.query.get('from_hidden_sender')).toBe('is.false')
    expect(asked[0]?.query.get('other_account_id')).toBe('is.null')
  })

  test('then everything since the oldest of those, at most ten', async () => {
    const client = createTestQueryClient()
    const options = { ...notificationQueries.transactions(userId), staleTime: 0 }
    const asked = serve({
      'GET transactions': () => json([mailboxTransactionRow({ id: 'new' }), mailboxTransactionRow()]),
    })
    await client.fetchQuery(options)
    await client.fetchQuery(options)
    expect(parameters(asked[1]!)).toMatchObject({ created_at: 'gte.2026-11-21T09:05:00.123456+00:00', limit: '10' })
  })

  test('a customer without any gets every new one', async () => {
    const client = createTestQueryClient()
    const options = { ...notificationQueries.transactions(userId), staleTime: 0 }
    const asked = serve({ 'GET transactions': () => json([]) })
    await client.fetchQuery(options)
    await client.fetchQuery(options)
    expect(asked[1]?.query.get('limit')).toBe('10')
    expect(asked[1]?.query.has('created_at')).toBe(false)
  })
})

describe('messages', () => {
  test("the five newest messages of agents and the assistant in the customer's own conversations are read in one request", async () => {
    const asked = serve({ 'GET chat_messages': () => json([messageRow('m1', 10)]) })
    expect(await createTestQueryClient().fetchQuery(notificationQueries.messages(userId))).toEqual([
      { id: 'm1', message: 'Hello', createdAt: '2026-11-21T09:10:00.5+00:00' },
    ])
    expect(asked.map(parameters)).toMatchObject([
      {
        sender_type: 'in.(agent,assistant)',
        'chat_conversations.user_id': `eq.${userId}`,
        order: 'created_at.desc,id.desc',
        limit: '5',
      },
    ])
    expect(asked[0]?.query.get('select')).toContain('chat_conversations!inner')
  })

  test('then everything since the oldest of those, at most ten', async () => {
    const client = createTestQueryClient()
    const options = { ...notificationQueries.messages(userId), staleTime: 0 }
    const asked = serve({ 'GET chat_messages': () => json([messageRow('m2', 20), messageRow('m1', 10)]) })
    await client.fetchQuery(options)
    await client.fetchQuery(options)
    expect(parameters(asked[1]!)).toMatchObject({ created_at: 'gte.2026-11-21T09:10:00.5+00:00', limit: '10' })
  })
})

test("the bank's notes: the customer's ten newest", async () => {
  const row = { id: 'n1', title: 'Stay safe', message: 'We never ask for your PIN.', read: false, created_at: 'then' }
  const asked = serve({ 'GET user_notifications': () => json([row]) })
  expect(await createTestQueryClient().fetchQuery(notificationQueries.notes(userId))).toEqual([
    { id: 'n1', title: 'Stay safe', message: 'We never ask for your PIN.', read: false, createdAt: 'then' },
  ])
  expect(asked.map(parameters)).toMatchObject([{ user_id: `eq.${userId}`, limit: '10' }])
})
