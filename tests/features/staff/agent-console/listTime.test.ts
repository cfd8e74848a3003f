import { expect, test } from 'vitest'
import { listTime } from '@/features/staff/agent-console/listTime'

const now = new Date('2026-06-21T12:00:00Z')

test.each([
  ['2026-06-21T09:05:00Z', '10:05'],
  // Today in London, yesterday in UTC.
  ['2026-06-20T23:30:00Z', '00:30'],
  ['2026-06-20T22:30:00Z', '20 Jun'],
  ['2025-09-03T09:05:00Z', '3 Sep'],
])('shows a message of %s as %s', (at, shown) => {
  expect(listTime(at, now)).toBe(shown)
})
