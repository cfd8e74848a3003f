import { describe, expect, test } from 'vitest'
import { groupByDay } from '@/features/money/transactions/groupByDay'
import { aTransaction } from './aTransaction'

const headings = (...times: string[]) =>
  groupByDay(times.map((createdAt) => aTransaction({ createdAt }))).map(({ heading }) => heading)

describe('transactions by day', () => {
  test('returns no days without rows', () => {
    expect(groupByDay([])).toEqual([])
  })

  test('a day has a heading of weekday, day and month, and its year', () => {
    const rows = [
      aTransaction({ id: 'b', createdAt: '2026-11-21T18:00:00+00:00' }),
      aTransaction({ id: 'a', createdAt: '2026-11-21T08:00:00+00:00' }),
    ]
    expect(groupByDay(rows)).toEqual([
      { day: '2026-11-21', heading: 'Saturday, 21 Nov', year: '2026', total: -2500, transactions: rows },
    ])
  })

  test('the day changes at midnight UTC in winter', () => {
    expect(headings('2026-01-10T00:00:00Z', '2026-01-09T23:59:59.999Z')).toEqual(['Saturday, 10 Jan', 'Friday, 9 Jan'])
  })

  test('the day in London begins an hour before midnight UTC in summer', () => {
    expect(headings('2026-07-01T23:00:00Z', '2026-07-01T22:59:59Z')).toEqual(['Thursday, 2 Jul', 'Wednesday, 1 Jul'])
  })

  test('the day the clocks go forward (29 March 2026) is one day of 23 hours', () => {
    expect(
      headings('2026-03-29T23:00:00Z', '2026-03-29T22:59:59Z', '2026-03-29T00:00:00Z', '2026-03-28T23:59:59Z'),
    ).toEqual(['Monday, 30 Mar', 'Sunday, 29 Mar', 'Saturday, 28 Mar'])
  })

  test('the day the clocks go back (25 October 2026) is one day of 25 hours', () => {
    expect(
      headings('2026-10-26T00:00:00Z', '2026-10-25T23:59:59Z', '2026-10-24T23:00:00Z', '2026-10-24T22:59:59Z'),
    ).toEqual(['Monday, 26 Oct', 'Sunday, 25 Oct', 'Saturday, 24 Oct'])
  })

  test('the same date in two years is two days', () => {
    const days = groupByDay([
      aTransaction({ createdAt: '2027-01-01T00:30:00Z' }),
      aTransaction({ createdAt: '2026-12-31T23:30:00Z' }),
      aTransaction({ createdAt: '2026-01-01T12:00:00Z' }),
    ])
    expect(days.map(({ heading, year }) => `${heading} ${year}`)).toEqual([
      'Friday, 1 Jan 2027',
      'Thursday, 31 Dec 2026',
      'Thursday, 1 Jan 2026',
    ])
  })
})

describe('the total of a day', () => {
  const at = (hour: string, change: Parameters<typeof aTransaction>[0] = {}) =>
    aTransaction({ id: hour, createdAt: `2026-11-21T${hour}:00:00Z`, ...change })
  const totals = (rows: ReturnType<typeof at>[], hasMore = false) => groupByDay(rows, hasMore).map(({ total }) => total)

  test('is what the rows add to the balance, a pending one included', () => {
    expect(totals([at('18', { incoming: true, amount: 5000 }), at('12'), at('08', { status: 'pending' })])).toEqual([
      2500,
    ])
  })

  test('counts no row whose money came back', () => {
    expect(
      totals([at('18', { status: 'failed' }), at('12', { reversedAt: '2026-11-22T08:00:00Z' }), at('08')]),
    ).toEqual([-1250])
  })

  test('is unknown for the last day until all of its rows are loaded', () => {
    const rows = [at('18'), at('12', { createdAt: '2026-11-20T12:00:00Z' })]
    expect(totals(rows, true)).toEqual([-1250, null])
    expect(totals(rows)).toEqual([-1250, -1250])
  })
})

describe('a list that grows', () => {
  const rows = (...times: string[]) => times.map((createdAt) => aTransaction({ id: createdAt, createdAt }))
  const start = rows('2026-11-21T18:00:00Z', '2026-11-21T08:00:00Z', '2026-11-20T09:00:00Z')

  test('keeps the identity of unchanged days', () => {
    const [saturday, friday] = groupByDay(start)
    const grown = groupByDay([...start, ...rows('2026-11-20T08:00:00Z', '2026-11-19T08:00:00Z')])
    expect(grown[0]).toBe(saturday)
    expect(grown[1]).not.toBe(friday)
    expect(grown.map(({ transactions }) => transactions.length)).toEqual([2, 2, 1])
  })

  test('returns a new day for a refetched row', () => {
    const [saturday] = groupByDay(start)
    const [first, , ...others] = start
    const again = groupByDay(
      [first, aTransaction({ createdAt: '2026-11-21T08:00:00Z' }), ...others].filter((row) => row !== undefined),
    )
    expect(again[0]).not.toBe(saturday)
  })
})
