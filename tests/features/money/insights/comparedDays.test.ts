import { expect, test } from 'vitest'
import { comparedDays } from '@/features/money/insights/comparedDays'

test.each([
  ['2026-11-22T12:00:00Z', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['2026-01-01T00:00:00Z', '2026-01-01', '2026-01-01', '2025-12-01', '2025-12-01'],
  // Last month is shorter.
  ['2026-03-31T12:00:00Z', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  // Summer time: already 1 July in London.
  ['2026-06-30T23:30:00Z', '2026-07-01', '2026-07-01', '2026-06-01', '2026-06-01'],
])('this month at %s is %s to %s, compared with %s to %s', (at, from, until, fromBefore, untilBefore) => {
  expect(comparedDays(new Date(at))).toEqual({ now: { from, until }, before: { from: fromBefore, until: untilBefore } })
})
