import { describe, expect, test } from 'vitest'
import { checkFilters, toFilterForm } from '@/features/money/transactions/filterForm'
import type { SearchFilters } from '@/features/money/transactions/queries'
import { noFilters } from '@/features/money/transactions/searchFilters'

const form = (change: object = {}) => ({ ...toFilterForm(noFilters), ...change })

describe('the filters', () => {
  test.each<[object, Partial<SearchFilters>]>([
    [{}, {}],
    [{ direction: 'in' }, { incoming: true }],
    [{ direction: 'out' }, { incoming: false }],
    [
      { from: '2026-10-01', until: '2026-10-31' },
      { from: '2026-10-01', until: '2026-10-31' },
    ],
    [{ category: 'bills' }, { category: 'bills' }],
    [{ category: 'pets' }, {}],
    [{ status: 'pending' }, { pending: true }],
    [{ least: '12.5' }, { least: 1250 }],
    [{ most: '£1,234.50' }, { most: 123_450 }],
    [{ least: ' ', most: '£' }, {}],
    [
      { least: '10', most: '10' },
      { least: 1000, most: 1000 },
    ],
  ])('%j become %j, and fill the form again', (change, filters) => {
    const checked = checkFilters(form(change))
    const { payee: _, counted: _counted, ...none } = noFilters
    expect(checked).toEqual({ ...none, ...filters })
    expect(checkFilters(toFilterForm({ ...noFilters, ...filters }))).toEqual(checked)
  })

  test.each(['x', '12.345', '-5', '1e3', '12..5', '１２', '1234567890'])('%s is not an amount', (typed) => {
    expect(checkFilters(form({ least: typed }))).toEqual({ errors: { least: 'Enter an amount such as 12.50' } })
    expect(checkFilters(form({ most: typed }))).toEqual({ errors: { most: 'Enter an amount such as 12.50' } })
  })

  test('a day that does not exist is refused', () => {
    expect(checkFilters(form({ from: '2026-02-30' }))).toEqual({ errors: { from: 'Enter a date such as 21/11/2026' } })
  })

  test('a range cannot end before it starts', () => {
    expect(checkFilters(form({ least: '20', most: '19.99' }))).toEqual({
      errors: { most: 'The highest amount is below the lowest.' },
    })
    expect(checkFilters(form({ from: '2026-11-02', until: '2026-11-01' }))).toEqual({
      errors: { until: 'The last day is before the first.' },
    })
  })
})
