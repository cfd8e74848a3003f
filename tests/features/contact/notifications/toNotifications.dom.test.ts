import '../../../testEnv'
import { describe, expect, test } from 'vitest'
import type { TransactionNews } from '@/features/contact/notifications/queries'
import { newestNotifications, onlyChosen, toNotifications } from '@/features/contact/notifications/toNotifications'

const none = { read: new Set<string>(), dismissed: new Set<string>() }
const nothing = { transactions: [], messages: [], notes: [] }

const transaction = (change: Partial<TransactionNews> = {}): TransactionNews => ({
  id: 't1',
  amount: 1250,
  kind: 'sent',
  state: 'completed',
  counterparty: 'Mill Lane Lettings',
  createdAt: '2026-11-21T09:05:00.123456+00:00',
  ...change,
})
const message = (text: string, change: object = {}) => ({
  id: 'm1',
  message: text,
  createdAt: '2026-11-21T10:00:00+00:00',
  ...change,
})
const note = (change: object = {}) => ({
  id: 'n1',
  type: 'security',
  title: 'Stay safe',
  message: 'We never ask for your PIN.',
  read: false,
  createdAt: '2026-11-21T08:00:00+00:00',
  transactionId: null,
  ...change,
})

describe('what a notification says', () => {
  test('a payment: which way, how much, and who', () => {
    const transactions = [
      transaction(),
      transaction({ id: 't2', kind: 'received', amount: 200_000, counterparty: 'Cora Tester' }),
      transaction({ id: 't3', kind: 'received', counterparty: '' }),
    ]
    expect(toNotifications({ ...nothing, transactions }, none)).toMatchObject([
      { id: 'tx-t1', type: 'transaction', message: 'You sent £12.50 to Mill Lane Lettings', read: false },
      { id: 'tx-t2', type: 'transaction', message: 'You received £2,000.00 from Cora Tester' },
      { id: 'tx-t3', type: 'transaction', message: 'You received £12.50' },
    ])
  })

  test.each([
    ['sent', 'completed', 'Payment sent', 'You sent £1.11 to Ann Payee'],
    ['sent', 'pending', 'Payment pending', "We're sending £1.11 to Ann Payee"],
    ['sent', 'failed', 'Payment not sent', "Your payment of £1.11 to Ann Payee wasn't sent"],
    ['sent', 'reversed', 'Payment reversed', 'Your payment of £1.11 to Ann Payee was reversed'],
    ['received', 'completed', 'Payment received', 'You received £1.11 from Ann Payee'],
    ['received', 'reversed', 'Payment reversed', 'The payment of £1.11 from Ann Payee was reversed'],
    ['card', 'completed', 'Card payment', 'You paid £1.11 at Ann Payee'],
    ['card', 'pending', 'Card payment pending', 'You paid £1.11 at Ann Payee'],
    ['card', 'failed', 'Card payment not charged', "You weren't charged £1.11 at Ann Payee"],
  ] as const)('a payment that was %s and is %s', (kind, state, title, text) => {
    const transactions = [transaction({ kind, state, amount: 111, counterparty: 'Ann Payee' })]
    expect(toNotifications({ ...nothing, transactions }, none)).toMatchObject([{ title, message: text }])
  })

  test('a payment that came back has one notification, which says why', () => {
    const transactions = [
      transaction({ id: 't1', state: 'failed' }),
      transaction({ id: 't2', state: 'reversed' }),
      // Nothing is told apart by words, time or amount: two payments can be equal.
      transaction({ id: 't3', state: 'failed' }),
    ]
    const notes = [note({ title: 'Payment not sent', message: 'The account is closed.', transactionId: 't1' })]
    const ids = toNotifications({ ...nothing, transactions, notes }, none).map(({ id }) => id)
    expect(ids).toEqual(['tx-t2', 'tx-t3', 'note-n1'])
    const dismissed = { ...none, dismissed: new Set(['note-n1']) }
    expect(toNotifications({ ...nothing, transactions, notes }, dismissed)).toHaveLength(2)
    // The other bank has refused the return.
    const kept = [transaction({ state: 'completed' })]
    expect(toNotifications({ ...nothing, transactions: kept, notes }, none)).toHaveLength(2)
  })

  test.each([
    ['Hello, how can I help?', 'Hello, how can I help?'],
    ['a'.repeat(50), 'a'.repeat(50)],
    ['a'.repeat(51), `${'a'.repeat(50)}...`],
    [`${'a'.repeat(49)}🌿 and more`, `${'a'.repeat(49)}🌿...`],
  ])('a message from an agent: %s', (text, preview) => {
    expect(toNotifications({ ...nothing, messages: [message(text)] }, none)).toEqual([
      {
        id: 'chat-m1',
        type: 'chat',
        title: 'New message from admin',
        message: preview,
        timestamp: '2026-11-21T10:00:00+00:00',
        read: false,
      },
    ])
  })

  test('a note about a case leads to the cases', () => {
    expect(toNotifications({ ...nothing, notes: [note({ type: 'case' })] }, none)).toMatchObject([{ type: 'case' }])
  })

  test('a note from the bank has its own title and the whole text', () => {
    expect(toNotifications({ ...nothing, notes: [note({ read: true })] }, none)).toEqual([
      {
        id: 'note-n1',
        type: 'note',
        title: 'Stay safe',
        message: 'We never ask for your PIN.',
        timestamp: '2026-11-21T08:00:00+00:00',
        read: true,
      },
    ])
  })
})

describe('the list', () => {
  const news = { transactions: [transaction()], messages: [message('Hello')], notes: [note()] }

  test('the list has the newest of all kinds first', () => {
    expect(toNotifications(news, none).map(({ id }) => id)).toEqual(['chat-m1', 'tx-t1', 'note-n1'])
  })

  test('leaves out dismissed notifications and marks read ones', () => {
    const marks = { read: new Set(['note-n1', 'chat-other']), dismissed: new Set(['tx-t1']) }
    expect(toNotifications(news, marks).map(({ id, read }) => [id, read])).toEqual([
      ['chat-m1', false],
      ['note-n1', true],
    ])
  })

  test('holds the newest ten', () => {
    const messages = Array.from({ length: 12 }, (_, index) =>
      message('Hello', { id: `m${index}`, createdAt: `2026-11-21T10:${10 + index}:00+00:00` }),
    )
    const shown = newestNotifications(toNotifications({ ...nothing, messages }, none))
    expect(shown).toHaveLength(10)
    expect(shown[0]?.id).toBe('chat-m11')
    expect(shown[9]?.id).toBe('chat-m2')
  })
})

test('the mailbox leaves out what the customer does not want there', () => {
  const news = {
    transactions: [
      transaction(),
      transaction({ id: 't2', kind: 'received' }),
      transaction({ id: 't3', kind: 'card', state: 'pending' }),
    ],
    messages: [message('Hello')],
    notes: [note(), note({ id: 'n2', type: 'declined_funds' })],
  }
  expect(onlyChosen(news, null)).toEqual(news)
  expect(onlyChosen(news, [])).toEqual({ transactions: [], messages: [], notes: [note()] })
  expect(onlyChosen(news, ['money_in']).transactions.map(({ id }) => id)).toEqual(['t2'])
  expect(onlyChosen(news, ['card', 'agent'])).toEqual({ ...news, transactions: [news.transactions[2]] })
})
