import { expect, test } from 'vitest'
import type { Answers } from './apiAnswers'
import { accountRow, json } from './fakeServer'

test('the types refuse an answer that no function of the API gives', () => {
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
    // @ts-expect-error -- a function that does not exist
    { 'POST rpc/get_iban': () => json('GB00') },
  ]
  expect(refused).toHaveLength(6)
  // @ts-expect-error -- a fixture with a column that the function does not have
  expect(accountRow({ iban: 'GB00' })).toBeDefined()
})
