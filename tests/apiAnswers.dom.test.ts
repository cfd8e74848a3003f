import { expect, test } from 'vitest'
import type { Answers } from './apiAnswers'
import { accountRow, json } from './fakeServer'

test('the types refuse an answer that the database does not give', () => {
  const hidden: object = { iban: 'GB00' }
  const refused: Answers[] = [
    // @ts-expect-error -- a column that the function does not have
    { 'POST rpc/get_current_account': () => json([{ ...accountRow(), iban: 'GB00' }]) },
    // @ts-expect-error -- also in one row of several, and beside a refusal
    { 'POST rpc/list_jobs': ({ body }) => (body === null ? json({}, 403) : json([{ name: 'a' }, { title: 'b' }])) },
    // @ts-expect-error -- a row whose columns are not known
    { 'POST rpc/get_current_account': () => json([hidden]) },
    // @ts-expect-error -- a text where the column is a number
    { 'POST rpc/get_current_account': () => json([{ balance: '12.50' }]) },
    // @ts-expect-error -- a row where the function returns a boolean
    { 'POST rpc/has_new_pin': () => json([{ has_new_pin: true }]) },
    // @ts-expect-error -- a column that the table does not have
    { 'GET profiles': () => json({ full_name: 'Priya Shah', iban: 'GB00' }) },
    // @ts-expect-error -- null in a column that is never null
    { 'GET profiles': () => json([{ approved: null }]) },
    // @ts-expect-error -- a function that does not exist
    { 'POST rpc/get_iban': () => json('GB00') },
  ]
  expect(refused).toHaveLength(8)
  // @ts-expect-error -- a fixture with a column that the function does not have
  expect(accountRow({ iban: 'GB00' })).toBeDefined()
})
