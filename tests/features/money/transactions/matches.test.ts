import { describe, expect, test } from 'vitest'
import { matches, searchedAmounts } from '@/features/money/transactions/matches'
import { noFilters } from '@/features/money/transactions/searchFilters'
import { aTransaction } from './aTransaction'

// The database tests of search_transactions have the same cases.
test.each([
  ['3000', { least: 300_000, most: 300_099 }],
  ['£3,000', { least: 300_000, most: 300_099 }],
  ['-£3,000.00', { least: 300_000, most: 300_000 }],
  ['2.22', { least: 222, most: 222 }],
  ['2.2', { least: 220, most: 229 }],
  ['2,2', { least: 220, most: 229 }],
  ['£2,22', { least: 222, most: 222 }],
  ['2.', { least: 200, most: 299 }],
  ['.5', { least: 50, most: 59 }],
  ['0', { least: 0, most: 99 }],
  ['2.222', null],
  ['£', null],
  ['.', null],
  ['', null],
  ['100%', null],
  ['1e3', null],
  ['flat 4', null],
])('the search text %j names the amounts %j', (text, amounts) => {
  expect(searchedAmounts(text)).toEqual(amounts)
})

test.each(['sian', 'SIÂN', "o'brien", 'obrien'])('the search text %j finds a sample row of Siân O’Brien', (text) => {
  const row = aTransaction({ counterparty: 'Siân O’Brien' })
  expect(matches(row, { ...noFilters, text })).toBe(true)
})

describe('a sample row', () => {
  const row = aTransaction({ counterparty: 'Mill Lane Lettings', reference: 'RENT FLAT 4', amount: 92_500 })
  const criteria = (change: object) => ({ ...noFilters, text: '', ...change })

  test.each([
    { text: 'mill' },
    { text: 'flat 4' },
    { text: '£925' },
    { text: '925.00' },
    { least: 92_500 },
    { most: 92_500 },
    { text: 'LANE', least: 1 },
    { incoming: false },
    { from: '2026-11-21', until: '2026-11-21' },
    { category: 'rent' },
    { payee: 'mill lane lettings' },
  ])('a sample row is found by %j', (change) => expect(matches(row, criteria(change))).toBe(true))

  test.each([
    { text: 'lettings rent' },
    { text: '%' },
    { text: '92' },
    { least: 92_501 },
    { most: 92_499 },
    { text: 'mill', most: 1 },
    { incoming: true },
    { category: 'bills' },
    { payee: 'Mill Lane' },
    { pending: true },
    { counted: true },
    { from: '2026-11-22' },
    { until: '2026-11-20' },
  ])('a sample row is not found by %j', (change) => expect(matches(row, criteria(change))).toBe(false))
})
