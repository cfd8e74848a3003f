// The bank's day is London's, wherever the phone is.
const london = { timeZone: 'Europe/London' } as const
const dayKey = new Intl.DateTimeFormat('en-CA', { ...london, year: 'numeric', month: '2-digit', day: '2-digit' })
const full = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const brief = new Intl.DateTimeFormat('en-US', {
  ...london,
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dense = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
// A day has no time zone. British English would write 'Sept'.
const heading = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat('en-GB', { ...london, hour: '2-digit', minute: '2-digit' })

/** The day in London as 'YYYY-MM-DD'. */
export function londonDay(at: string | Date): string {
  return dayKey.format(new Date(at))
}

/** 'YYYY-MM-DD' → 'Saturday, 21 Nov' (the heading of a day of transactions). */
export function formatDayHeading(day: string): string {
  const parts = Object.fromEntries(heading.formatToParts(new Date(day)).map(({ type, value }) => [type, value]))
  return `${parts.weekday}, ${parts.day} ${parts.month}`
}

/** '21 November 2026 at 14:05', London time. */
export function formatDateTime(at: string | Date): string {
  return full.format(new Date(at))
}

/** 'Nov 21, 14:05', London time. British English would write 'Sept'. */
export function formatBriefDateTime(at: string | Date): string {
  return brief.format(new Date(at))
}

/** '21 Nov 2026, 14:05', London time: for tables. */
export function formatDenseDateTime(at: string | Date): string {
  return dense.format(new Date(at))
}

/** '14:05', London time. */
export function timeOfDay(at: string | Date): string {
  return clock.format(new Date(at))
}

/** '2026-11-21 14:05', London time: for files. */
export function londonMinute(at: string | Date): string {
  return `${londonDay(at)} ${timeOfDay(at)}`
}
