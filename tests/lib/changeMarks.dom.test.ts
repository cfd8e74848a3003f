import { json, noAnswer, serve, storeSession } from '../fakeServer'
import { beforeEach, expect, test, vi } from 'vitest'

const before = { transactions: 'a', cards: 'b', chat_messages: null }

/** The module as a new page at this address has it. */
async function openPage(path = '/') {
  window.history.replaceState(null, '', path)
  vi.resetModules()
  return import('@/lib/changeMarks')
}

beforeEach(() => {
  localStorage.clear()
  storeSession()
})

test('one question tells the channels that begin with the page what has changed, and later ones that anything may have', async () => {
  const asked = serve({ 'GET profiles': () => json([{ change_marks: { ...before, cards: 'c' } }]) })
  const { changedTables, noteChangeMarks } = await openPage()
  noteChangeMarks(before)
  // A later profile is read after other reads.
  noteChangeMarks({ ...before, cards: 'c' })
  const answers = await Promise.all([changedTables(), changedTables()])
  // The account is read beside the first marks.
  expect(answers).toEqual(Array.from({ length: 2 }, () => new Set(['accounts', 'cards'])))
  expect(asked.map(({ query }) => query.get('select'))).toEqual(['change_marks'])
  expect(await changedTables()).toBeNull()
  expect(asked).toHaveLength(1)
})

test('the list of the transactions is read beside the first marks where it is the first screen', async () => {
  serve({ 'GET profiles': () => json([{ change_marks: before }]) })
  const { changedTables, noteChangeMarks } = await openPage('/transactions')
  noteChangeMarks(before)
  expect(await changedTables()).toEqual(new Set(['accounts', 'transactions']))
  window.history.replaceState(null, '', '/')
})

test.each([
  ['the profile has not been read', null, () => json([{ change_marks: before }])],
  ['the server does not answer', before, noAnswer],
  ['the session has no profile any more', before, () => json([])],
])('anything may have changed when %s', async (_when, first, answer) => {
  serve({ 'GET profiles': answer })
  const { changedTables, noteChangeMarks } = await openPage()
  noteChangeMarks(first)
  expect(await changedTables()).toBeNull()
})
