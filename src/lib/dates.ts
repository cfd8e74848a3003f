// Times are shown in London time, wherever the phone is. Formatted by hand: the first Intl formatter of a page blocks a
// phone for a tenth of a second, and the first screens show dates. A test compares every format with Intl.

const monthNames = 'January February March April May June July August September October November December'.split(' ')
const weekdayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const dayMs = 86_400_000
const march = 2
const october = 9

/** The last Sunday of a month at 01:00 UTC, when British clocks change. */
function clockChange(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0))
  return Date.UTC(year, month, lastDay.getUTCDate() - lastDay.getUTCDay(), 1)
}

/** A date whose UTC fields are the London time of `at`. */
function inLondon(at: string | Date): Date {
  const time = new Date(at).getTime()
  const year = new Date(time).getUTCFullYear()
  const isSummer = time >= clockChange(year, march) && time < clockChange(year, october)
  return new Date(isSummer ? time + 3_600_000 : time)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
const clockTime = (date: Date) => `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
const longMonth = (date: Date) => monthNames[date.getUTCMonth()] ?? ''
const longDay = (date: Date) => `${date.getUTCDate()} ${longMonth(date)} ${date.getUTCFullYear()}`
// Always three letters: Intl abbreviates September to 'Sept' in British English.
const shortMonth = (date: Date) => longMonth(date).slice(0, 3)

/** The day in London as 'YYYY-MM-DD'. */
export function londonDay(at: string | Date): string {
  return inLondon(at).toISOString().slice(0, 10)
}

/** Whether a day in London ('YYYY-MM-DD') is today or yesterday. */
export function isRecentDay(day: string): boolean {
  return day >= addDays(londonDay(new Date()), -1)
}

/** '2026-11-30', 1 → '2026-12-01'. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The same day of the next year. As in Postgres, 28 February for 29 February. */
export function addYear(day: string): string {
  const sameDay = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return isDay(sameDay) ? sameDay : addDays(day, 365)
}

/** Whether the text is a day that exists, as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** 'YYYY-MM' → its first and last day as 'YYYY-MM-DD'. */
export function monthPeriod(month: string): { first: string; last: string } {
  const [year, number] = month.split('-').map(Number)
  // Day 0 of the next month is the last day of this one.
  return { first: `${month}-01`, last: `${month}-${new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate()}` }
}

/** 'YYYY-MM-DD' → 'Saturday, 21 Nov' (the heading of a day of transactions). */
export function formatDayHeading(day: string): string {
  const date = new Date(day)
  return `${weekdayNames[date.getUTCDay()]}, ${date.getUTCDate()} ${shortMonth(date)}`
}

/** 'YYYY-MM-DD' → 'Nov'. */
export function shortMonthName(day: string): string {
  return shortMonth(new Date(day))
}

/** 'YYYY-MM' or 'YYYY-MM-DD' → 'November 2026'. */
export function longMonthName(month: string): string {
  const date = new Date(month)
  return `${longMonth(date)} ${date.getUTCFullYear()}`
}

/** 'YYYY-MM-DD' → '21 November 2026'. */
export function formatDay(day: string): string {
  return longDay(new Date(day))
}

/** 'YYYY-MM-DD' → 'Saturday 21 November'. */
export function formatDayWithoutYear(day: string): string {
  const date = new Date(day)
  return `${weekdayNames[date.getUTCDay()]} ${date.getUTCDate()} ${longMonth(date)}`
}

/** 'YYYY-MM-DD' → 'Saturday 21 November 2026'. */
export function formatDayWithWeekday(day: string): string {
  return `${formatDayWithoutYear(day)} ${new Date(day).getUTCFullYear()}`
}

/** 'YYYY-MM-DD' → '21 Nov'. */
export function formatShortDay(day: string): string {
  const date = new Date(day)
  return `${date.getUTCDate()} ${shortMonth(date)}`
}

/** '21 Nov 2026', London's day. */
export function formatDate(at: string | Date): string {
  const date = inLondon(at)
  return `${date.getUTCDate()} ${shortMonth(date)} ${date.getUTCFullYear()}`
}

/** '21 November 2026 at 14:05', London time. */
export function formatDateTime(at: string | Date): string {
  const date = inLondon(at)
  return `${longDay(date)} at ${clockTime(date)}`
}

/** 'Nov 21, 14:05', London time. */
export function formatBriefDateTime(at: string | Date): string {
  const date = inLondon(at)
  return `${shortMonth(date)} ${twoDigits(date.getUTCDate())}, ${clockTime(date)}`
}

/** '21 Nov 2026, 14:05', London time: for tables. */
export function formatDenseDateTime(at: string | Date): string {
  return `${formatDate(at)}, ${clockTime(inLondon(at))}`
}

/** '21 Nov 2026, 14:05:09', London time: for the audit. */
export function formatDenseSecond(at: string | Date): string {
  return `${formatDenseDateTime(at)}:${twoDigits(inLondon(at).getUTCSeconds())}`
}

/** '14:05', London time. */
export function timeOfDay(at: string | Date): string {
  return clockTime(inLondon(at))
}

/** '14:05' for a time of today, '14:05 on 22 November 2026' for another one, London time. */
export function timeOfDayOrDate(at: string | Date): string {
  return londonDay(at) === londonDay(new Date()) ? timeOfDay(at) : `${timeOfDay(at)} on ${longDay(inLondon(at))}`
}

/** '2026-11-21 14:05', London time: for files. */
export function londonMinute(at: string | Date): string {
  return `${londonDay(at)} ${timeOfDay(at)}`
}

/** '2026-11-21 14:05:09', London time: for files. */
export function londonSecond(at: string | Date): string {
  return inLondon(at).toISOString().slice(0, 19).replace('T', ' ')
}
