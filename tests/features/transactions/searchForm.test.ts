import { describe, expect, test } from 'vitest'
import { checkSearch, isFound, readCriteria } from '@/features/transactions/searchForm'
import { aTransaction } from './aTransaction'

const form = (change: object = {}) => ({ text: '', least: '', most: '', ...change })

describe('the search criteria', () => {
  test('are null until something is typed', () => {
    expect(readCriteria(form())).toBeNull()
    expect(readCriteria(form({ text: '  ', least: ' ', most: '£' }))).toBeNull()
  })

  test.each([
    [{ text: ' Mill ' }, { text: 'Mill', least: null, most: null }],
    [{ least: '12.5' }, { text: '', least: 1250, most: null }],
    [{ most: '£1,234.50' }, { text: '', least: null, most: 123_450 }],
    [
      { text: '50%_\\', least: '0', most: '10' },
      { text: '50%_\\', least: 0, most: 1000 },
    ],
    [
      { least: '10', most: '10' },
      { text: '', least: 1000, most: 1000 },
    ],
  ])('%j becomes %j', (change, criteria) => {
    expect(readCriteria(form(change))).toEqual(criteria)
  })

  test.each(['x', '12.345', '-5', '1e3', '12..5', '１２', '1234567890'])('%s is not an amount', (typed) => {
    expect(checkSearch(form({ least: typed }))).toEqual({ least: 'Enter an amount such as 12.50' })
    expect(checkSearch(form({ most: typed }))).toEqual({ most: 'Enter an amount such as 12.50' })
    expect(readCriteria(form({ text: 'Mill', most: typed }))).toBeNull()
  })

  test('the highest amount cannot be below the lowest', () => {
    expect(checkSearch(form({ least: '20', most: '19.99' }))).toEqual({
      most: 'The highest amount is below the lowest.',
    })
    expect(checkSearch(form({ least: '20', most: '20' }))).toEqual({})
  })
})

describe('a sample row', () => {
  const row = aTransaction({ counterparty: 'Mill Lane Lettings', reference: 'RENT FLAT 4', amount: 92_500 })
  const criteria = (change: object) => ({ text: '', least: null, most: null, ...change })

  test.each([{ text: 'mill' }, { text: 'flat 4' }, { least: 92_500 }, { most: 92_500 }, { text: 'LANE', least: 1 }])(
    'is found by %j',
    (change) => expect(isFound(row, criteria(change))).toBe(true),
  )
  test.each([{ text: 'lettings rent' }, { text: '%' }, { least: 92_501 }, { most: 92_499 }, { text: 'mill', most: 1 }])(
    'is not found by %j',
    (change) => expect(isFound(row, criteria(change))).toBe(false),
  )
})
