import { describe, expect, test } from 'vitest'
import { chartScale, directionOf, formatPercent, spendingChange } from '@/features/money/insights/figures'
import { longMonthName, shortMonthName } from '@/lib/dates'

const insights = (thisMonth: number, lastMonth: number) => ({
  months: [
    { month: '2026-11-01', spent: thisMonth, received: 0 },
    { month: '2026-10-01', spent: lastMonth, received: 0 },
  ] satisfies [object, object],
  averageSpent: 0,
})

describe('percent more or less than last month', () => {
  test.each([
    [1125_00, 1000_00, 12.5],
    [1000_00, 1125_00, -11.1],
    [300_00, 100_00, 200],
    [0, 100_00, -100],
    [1000_50, 1000_00, 0.1],
  ])('%i pence after %i → %d', (now, before, change) => expect(spendingChange(insights(now, before))).toBe(change))

  test.each([
    ['the same', 1000_00, 1000_00],
    ['too little for one decimal', 1000_49, 1000_00],
    ['nothing last month', 500_00, 0],
    ['nothing at all', 0, 0],
  ])('%s: none', (_what, now, before) => expect(spendingChange(insights(now, before))).toBeNull())

  test.each([
    [12.5, '12.5%'],
    [-11.1, '11.1%'],
    [200, '200.0%'],
    [12345.6, '12,345.6%'],
  ])('%d is formatted as %s', (value, text) => expect(formatPercent(value)).toBe(text))
})

test.each([
  [1, 'up'],
  [-1, 'down'],
  [0, 'level'],
])('a change of %i goes %s', (change, direction) => expect(directionOf(change)).toBe(direction))

test('months by name', () => {
  expect(shortMonthName('2026-09-01')).toBe('Sep')
  expect(longMonthName('2026-09-01')).toBe('September 2026')
})

test.each([
  [1, 200],
  [200, 200],
  [201, 400],
  [99_999, 100_000],
  [100_001, 200_000],
  [200_010, 400_000],
  [650_000, 800_000],
  [999_999_999, 1_000_000_000],
])('the scale up to %d pence ends at %d', (highest, top) => {
  expect(chartScale(highest)).toEqual({ top, half: top / 2 })
})
