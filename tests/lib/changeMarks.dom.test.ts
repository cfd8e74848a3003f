import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const before = { transactions: 'a', cards: 'b', chat_messages: null }
const alice = 'alice'
const again = vi.fn<() => Promise<unknown>>()

/** The module as a new page at this address has it. */
async function openPage(path = '/') {
  window.history.replaceState(null, '', path)
  vi.resetModules()
  const marks = await import('@/lib/changeMarks')
  /** A profile that was asked for now. */
  const note = (tables: unknown, userId = alice) =>
    marks.noteChangeMarks(userId, tables, performance.now(), async () => again())
  return { ...marks, note }
}

beforeEach(() => {
  vi.useFakeTimers()
  again.mockReset()
})
afterEach(() => void vi.useRealTimers())

async function answerOf<Answer>(asked: Promise<Answer>) {
  await vi.advanceTimersByTimeAsync(300)
  return asked
}

test('one profile tells the channels that begin together what has changed, and another those that begin a little later', async () => {
  const { changedTables, note } = await openPage()
  note(before)
  await vi.advanceTimersByTimeAsync(2_000)
  again.mockImplementation(async () => note({ ...before, cards: 'c' }))
  // The account is read beside the first marks.
  const changed = new Set(['accounts', 'cards'])
  expect(await answerOf(Promise.all([changedTables(), changedTables()]))).toEqual([changed, changed])
  expect(again).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await answerOf(changedTables())).toEqual(changed)
  expect(again).toHaveBeenCalledTimes(2)
})

test('a profile that another part asks for once the channel has begun is the answer', async () => {
  const { changedTables, note } = await openPage()
  note(before)
  await vi.advanceTimersByTimeAsync(1)
  const asked = changedTables()
  note({ ...before, cards: 'c' })
  expect(await answerOf(asked)).toEqual(new Set(['accounts', 'cards']))
  expect(again).not.toHaveBeenCalled()
})

test('a profile that was asked for before the channel began is read once more', async () => {
  const { changedTables, noteChangeMarks, note } = await openPage()
  note(before)
  await vi.advanceTimersByTimeAsync(1_000)
  const early = performance.now() - 1
  again
    .mockImplementationOnce(async () => noteChangeMarks(alice, before, early, async () => again()))
    .mockImplementationOnce(async () => note({ ...before, cards: 'c' }))
  expect(await answerOf(changedTables())).toEqual(new Set(['accounts', 'cards']))
})

test('the list of the transactions is read beside the first marks where it is the first screen', async () => {
  const { changedTables, note } = await openPage('/transactions')
  note(before)
  await vi.advanceTimersByTimeAsync(1)
  again.mockImplementation(async () => note(before))
  expect(await answerOf(changedTables())).toEqual(new Set(['accounts', 'transactions']))
  window.history.replaceState(null, '', '/')
})

test.each<[when: string, prepare: (note: (tables: unknown, userId?: string) => void) => void]>([
  ['the profile has not been read', () => undefined],
  ['the profile cannot be read again', (note) => note(before)],
  [
    'the session has no profile any more',
    (note) => (note(before), again.mockImplementation(async () => note(undefined))),
  ],
  ['another user has signed in', (note) => (note(before), again.mockImplementation(async () => note(before, 'bob')))],
  ['the page was opened half a minute ago', (note) => (note(before), vi.advanceTimersByTime(30_001))],
])('anything may have changed when %s', async (_when, prepare) => {
  const { changedTables, note } = await openPage()
  prepare(note)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answerOf(changedTables())).toBeNull()
})

async function cached(userId: string, table: string, afterMs: number) {
  const { withoutRows, note } = await openPage()
  note(before)
  await vi.advanceTimersByTimeAsync(afterMs)
  const client = new QueryClient()
  return client.getQueryCache().build(client, { queryKey: ['rows'], ...withoutRows(userId, table, []) }).state
}

test.each<[what: string, userId: string, table: string, afterMs: number]>([
  ['where there are rows', alice, 'cards', 0],
  ['where the profile says nothing of the table', alice, 'external_accounts', 0],
  ['for another user', 'bob', 'chat_messages', 0],
  ['on a later screen', alice, 'chat_messages', 15_000],
])('a query is read %s', async (_what, userId, table, afterMs) => {
  expect((await cached(userId, table, afterMs)).data).toBeUndefined()
})

test('a query of a table without rows has its empty answer at first, as old as the profile', async () => {
  const { data, dataUpdatedAt } = await cached(alice, 'chat_messages', 5_000)
  expect(data).toEqual([])
  expect(Date.now() - dataUpdatedAt).toBe(5_000)
})
