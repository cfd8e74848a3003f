import { expect, test } from 'vitest'
import { formatDateTime, formatDayHeading, londonDay } from '@/lib/dates'

test.each([
  ['2026-11-21T23:59:59.999Z', '2026-11-21'],
  // Summer time: London is an hour ahead.
  ['2026-07-01T23:30:00Z', '2026-07-02'],
  ['2026-03-31T22:59:59Z', '2026-03-31'],
  ['2026-03-31T23:00:00Z', '2026-04-01'],
  ['2026-10-25T00:30:00Z', '2026-10-25'],
])('%s falls on %s in London', (at, day) => expect(londonDay(at)).toBe(day))

test.each([
  ['2026-11-21', 'Saturday, 21 Nov'],
  ['2026-09-01', 'Tuesday, 1 Sep'],
])('%s heads its transactions as %s', (day, words) => expect(formatDayHeading(day)).toBe(words))

test('a moment is told in London time', () => {
  expect(formatDateTime('2026-07-01T23:30:00Z')).toBe('2 July 2026 at 00:30')
})
