import { expect, test } from 'vitest'
import { londonInstant } from '@/features/money/scheduled-payments/londonInstant'

test.each([
  ['2026-11-21', '12:00', '2026-11-21T12:00:00.000Z'],
  ['2026-07-01', '12:00', '2026-07-01T11:00:00.000Z'],
  ['2026-07-01', '00:00', '2026-06-30T23:00:00.000Z'],
  ['2026-12-31', '23:59', '2026-12-31T23:59:00.000Z'],
  // Summer time begins on 29 March 2026 at 01:00 and ends on 25 October at 02:00.
  ['2026-03-29', '00:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
  ['2026-03-29', '12:00', '2026-03-29T11:00:00.000Z'],
  ['2026-10-25', '00:30', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '02:00', '2026-10-25T02:00:00.000Z'],
  ['2026-10-25', '12:00', '2026-10-25T12:00:00.000Z'],
])('%s %s in London is %s', (day, time, instant) => {
  expect(londonInstant(day, time)?.toISOString()).toBe(instant)
})

test.each(['01:00', '01:30', '01:59'])('%s does not exist when summer time begins', (time) => {
  expect(londonInstant('2026-03-29', time)).toBeNull()
})
