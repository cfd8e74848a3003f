import { describe, expect, test } from 'vitest'
import type { SearchFilters } from '@/features/money/transactions/queries'
import { filterChips, filterParams, noFilters, readFilters } from '@/features/money/transactions/searchFilters'

const october = { from: '2026-10-01', until: '2026-10-31' }

describe('filters in the address', () => {
  test.each<[string, Partial<SearchFilters>]>([
    ['', {}],
    ['direction=in', { incoming: true }],
    ['direction=out&min=0.29&max=1000.00', { incoming: false, least: 29, most: 100_000 }],
    ['category=food_and_drink', { category: 'food_and_drink' }],
    ['payee=B%26Q+%231', { payee: 'B&Q #1' }],
    ['pending=true', { pending: true }],
    ['counted=true', { counted: true }],
    ['from=2026-10-01&until=2026-10-31', october],
  ])('%j', (query, filters) => {
    expect(readFilters(new URLSearchParams(query))).toEqual({ ...noFilters, ...filters })
    expect(String(filterParams({ ...noFilters, ...filters }))).toBe(query)
  })

  test('invalid ones are ignored', () => {
    const query = 'direction=up&from=2026-13-01&until=yesterday&min=-5&max=1e3&other=1'
    const others = `category=constructor&pending=1&payee=${'x'.repeat(141)}`
    expect(readFilters(new URLSearchParams(others))).toEqual(noFilters)
    expect(readFilters(new URLSearchParams(query))).toEqual(noFilters)
  })
})

describe('the chips', () => {
  const labels = (change: object) => filterChips({ ...noFilters, ...change }).map(({ label }) => label)

  test.each([
    [{}, []],
    [{ incoming: true, ...october, least: 1000, most: 2050 }, ['Money in', 'October 2026', '£10.00 to £20.50']],
    [{ incoming: false }, ['Money out']],
    [{ counted: true }, ['Counted in insights']],
    [{ category: 'food_and_drink', payee: 'Larkspur', pending: true }, ['Food & Drink', 'Larkspur', 'Pending']],
    [{ from: '2026-02-01', until: '2026-02-28' }, ['February 2026']],
    [{ from: '2026-10-02', until: '2026-10-31' }, ['2 Oct 2026 to 31 Oct 2026']],
    [{ from: '2026-10-02', until: '2026-10-02' }, ['2 Oct 2026']],
    [{ from: '2026-10-02' }, ['From 2 Oct 2026']],
    [{ until: '2026-10-02' }, ['Until 2 Oct 2026']],
    [{ least: 1000 }, ['From £10.00']],
    [{ most: 1000 }, ['Up to £10.00']],
    [{ least: 1000, most: 1000 }, ['£10.00']],
  ])('the chips of %j are %j', (change, words) => {
    expect(labels(change)).toEqual(words)
  })

  test('each removes its own filter', () => {
    const filters: SearchFilters = {
      incoming: true,
      category: 'food_and_drink',
      payee: 'Larkspur',
      pending: true,
      counted: true,
      ...october,
      least: 1000,
      most: null,
    }
    expect(filterChips(filters).map(({ without }) => ({ ...filters, ...without }))).toEqual([
      { ...filters, incoming: null },
      { ...filters, category: null },
      { ...filters, payee: null },
      { ...filters, pending: false },
      { ...filters, counted: false },
      { ...filters, from: null, until: null },
      { ...filters, least: null },
    ])
  })
})
