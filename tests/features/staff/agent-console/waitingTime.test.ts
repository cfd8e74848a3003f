import { expect, test } from 'vitest'
import { waitingTime } from '@/features/staff/agent-console/waitingTime'

const since = '2026-11-21T12:00:00.123456+00:00'

test.each([
  ['2026-11-21T12:00:59Z', 'less than a minute'],
  ['2026-11-21T12:01:30Z', '1 minute'],
  ['2026-11-21T12:12:01Z', '12 minutes'],
  ['2026-11-21T13:00:01Z', '1 hour'],
  ['2026-11-21T15:30:00Z', '3 hours'],
  // The agent's clock is behind.
  ['2026-11-21T11:50:00Z', 'less than a minute'],
])('the waiting time at %s is %s', (now, words) => {
  expect(waitingTime(since, Date.parse(now))).toBe(words)
})
