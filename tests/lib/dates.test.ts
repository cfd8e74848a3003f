import { describe, expect, test } from 'vitest'
import {
  addDays,
  addYear,
  formatBriefDateTime,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayHeading,
  formatDayWithoutYear,
  formatDayWithWeekday,
  formatDenseDateTime,
  formatDenseSecond,
  formatShortDay,
  isDay,
  londonDay,
  londonMinute,
  londonSecond,
  longMonthName,
  monthPeriod,
  shortMonthName,
  timeOfDay,
} from '@/lib/dates'

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
])('the heading of %s is %s', (day, heading) => expect(formatDayHeading(day)).toBe(heading))

test('a time is shown in London time', () => {
  expect(formatDateTime('2026-07-01T23:30:00Z')).toBe('2 July 2026 at 00:30')
})

test('the audit shows seconds, and its file too', () => {
  expect(formatDenseSecond('2026-07-01T23:30:09.9Z')).toBe('2 Jul 2026, 00:30:09')
  expect(londonSecond('2026-07-01T23:30:09.9Z')).toBe('2026-07-02 00:30:09')
})

describe('every format equals Intl', () => {
  const london = { timeZone: 'Europe/London' } as const
  const utc = { timeZone: 'UTC' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const intl = {
    day: new Intl.DateTimeFormat('en-CA', { ...london, year: 'numeric', month: '2-digit', day: '2-digit' }),
    full: new Intl.DateTimeFormat('en-GB', { ...london, ...time, day: 'numeric', month: 'long', year: 'numeric' }),
    brief: new Intl.DateTimeFormat('en-US', { ...london, ...time, month: 'short', day: '2-digit', hourCycle: 'h23' }),
    dense: new Intl.DateTimeFormat('en-GB', { ...london, ...time, day: 'numeric', month: 'short', year: 'numeric' }),
    time: new Intl.DateTimeFormat('en-GB', { ...london, ...time }),
    weekday: new Intl.DateTimeFormat('en-GB', { ...utc, weekday: 'long' }),
    dayOfMonth: new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric' }),
    // British English abbreviates September to 'Sept'.
    shortMonth: new Intl.DateTimeFormat('en-US', { ...utc, month: 'short' }),
    longDay: new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'long', year: 'numeric' }),
    shortDay: new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' }),
    date: new Intl.DateTimeFormat('en-GB', { ...london, day: 'numeric', month: 'short', year: 'numeric' }),
    longMonth: new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long', year: 'numeric' }),
  }
  // The app has three letters in every form.
  const threeLetters = (text: string) => text.replace(/\bSept\b/, 'Sep')
  const minute = 60_000
  const day = 24 * 60 * minute
  const years = Array.from({ length: 61 }, (_, index) => 2000 + index)

  /** What differs from Intl at this time. */
  function differences(at: Date) {
    const dayText = intl.day.format(at)
    const pairs = [
      [londonDay(at), dayText],
      [formatDateTime(at), intl.full.format(at)],
      [formatBriefDateTime(at.toISOString()), intl.brief.format(at)],
      [formatDenseDateTime(at), threeLetters(intl.dense.format(at))],
      [formatDate(at), threeLetters(intl.date.format(at))],
      [timeOfDay(at), intl.time.format(at)],
      [londonMinute(at), `${dayText} ${intl.time.format(at)}`],
    ]
    return pairs.filter(([ours, expected]) => ours !== expected)
  }

  test.each(years)('around both clock changes of %i', (year) => {
    const found = []
    for (const month of [2, 9]) {
      // The clocks change on a Sunday of the last week.
      for (let date = 25; date <= 31; date += 1) {
        const change = Date.UTC(year, month, date, 1)
        for (let offset = -70; offset <= 70; offset += 5) found.push(...differences(new Date(change + offset * minute)))
        found.push(...differences(new Date(change - 1)), ...differences(new Date(change + 12 * 60 * minute)))
      }
    }
    expect(found).toEqual([])
  })

  test('every format equals Intl at an odd time of every fifth day from 2000 to 2060', () => {
    const found = []
    const end = Date.UTC(2061, 0, 1)
    for (let at = Date.UTC(2000, 0, 1); at < end; at += 5 * day + 37 * minute + 11_013) {
      found.push(...differences(new Date(at)))
    }
    expect(found).toEqual([])
  })

  test('every format equals Intl for the days and months of 2000 to 2060', () => {
    const found = []
    const end = Date.UTC(2061, 0, 1)
    for (let at = Date.UTC(2000, 0, 1); at < end; at += day) {
      const date = new Date(at)
      const text = date.toISOString().slice(0, 10)
      const pairs = [
        [
          formatDayHeading(text),
          `${intl.weekday.format(date)}, ${intl.dayOfMonth.format(date)} ${intl.shortMonth.format(date)}`,
        ],
        [shortMonthName(text), intl.shortMonth.format(date)],
        [longMonthName(text), intl.longMonth.format(date)],
        [longMonthName(text.slice(0, 7)), intl.longMonth.format(date)],
        [formatDay(text), intl.longDay.format(date)],
        [formatDayWithWeekday(text), `${intl.weekday.format(date)} ${intl.longDay.format(date)}`],
        [
          formatDayWithoutYear(text),
          `${intl.weekday.format(date)} ${date.getUTCDate()} ${intl.longMonth.format(date).split(' ')[0]}`,
        ],
        [formatShortDay(text), threeLetters(intl.shortDay.format(date))],
      ]
      found.push(...pairs.filter(([ours, expected]) => ours !== expected))
    }
    expect(found).toEqual([])
  })
})

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['21/11/2026', false],
  ['', false],
])('%j is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected))

test.each([
  ['2026-11', { first: '2026-11-01', last: '2026-11-30' }],
  ['2026-12', { first: '2026-12-01', last: '2026-12-31' }],
  ['2028-02', { first: '2028-02-01', last: '2028-02-29' }],
])('%s has the days %j', (month, period) => expect(monthPeriod(month)).toEqual(period))

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-10-24', 2, '2026-10-26'],
])('%s and %i days is %s', (day, days, later) => expect(addDays(day, days)).toBe(later))

test.each([
  ['2026-11-21', '2027-11-21'],
  ['2028-02-29', '2029-02-28'],
])('%s and a year is %s', (day, later) => expect(addYear(day)).toBe(later))
