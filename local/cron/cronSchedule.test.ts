import { describe, expect, test } from 'vitest'
import { readCronSchedule } from './cronSchedule'

function matches(schedule: string, time: string): boolean {
  const read = readCronSchedule(schedule)
  if (!('matches' in read)) throw new Error('not a schedule of five fields')
  return read.matches(new Date(time))
}

describe('five fields', () => {
  // 2026-11-21 is a Saturday, 2026-11-22 a Sunday.
  test.each([
    ['* * * * *', '2026-11-21T10:07Z', true],
    ['7 * * * *', '2026-11-21T10:07Z', true],
    ['8 * * * *', '2026-11-21T10:07Z', false],
    ['*/5 * * * *', '2026-11-21T10:10Z', true],
    ['*/5 * * * *', '2026-11-21T10:11Z', false],
    ['10-20/5 * * * *', '2026-11-21T10:15Z', true],
    ['10-20/5 * * * *', '2026-11-21T10:25Z', false],
    ['10/20 * * * *', '2026-11-21T10:50Z', true],
    ['0,30 8-18 * * *', '2026-11-21T08:30Z', true],
    ['0,30 8-18 * * *', '2026-11-21T19:30Z', false],
    ['0 0 1 1 *', '2027-01-01T00:00Z', true],
    ['0 0 1 1 *', '2027-02-01T00:00Z', false],
    ['0 9 * * 1-5', '2026-11-20T09:00Z', true],
    ['0 9 * * 1-5', '2026-11-21T09:00Z', false],
    ['0 9 * * 0', '2026-11-22T09:00Z', true],
    ['0 9 * * 7', '2026-11-22T09:00Z', true],
    // With both a day and a weekday, either one matches.
    ['0 9 13 * 6', '2026-11-21T09:00Z', true],
    ['0 9 21 * 1', '2026-11-21T09:00Z', true],
    ['0 9 13 * 1', '2026-11-21T09:00Z', false],
  ])('%s at %s matches: %s', (schedule, time, expected) => {
    expect(matches(schedule, time)).toBe(expected)
  })
})

test.each([
  ['1 second', 1],
  ['30 seconds', 30],
  ['59 seconds', 59],
])('reads "%s"', (schedule, everySeconds) => {
  expect(readCronSchedule(schedule)).toEqual({ everySeconds })
})

test.each([
  '',
  '* * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '*/0 * * * *',
  '5-1 * * * *',
  'soon',
  '90 seconds',
  'x * * * *',
])('refuses "%s"', (schedule) => {
  expect(() => readCronSchedule(schedule)).toThrow(/invalid/)
})
