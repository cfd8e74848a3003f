import { format } from 'date-fns/format'

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

/** The day in London as 'YYYY-MM-DD'. */
export function londonDay(at: string | Date): string {
  return dayKey.format(new Date(at))
}

/** 'YYYY-MM-DD' → 'Saturday, 21 Nov' (the heading of a day of transactions). */
export function formatDayHeading(day: string): string {
  return format(new Date(`${day}T12:00:00`), 'EEEE, d MMM')
}

/** '21 November 2026 at 14:05', London time. */
export function formatDateTime(at: string | Date): string {
  return full.format(new Date(at))
}

/** 'Nov 21, 14:05', London time. British English would write 'Sept'. */
export function formatBriefDateTime(at: string | Date): string {
  return brief.format(new Date(at))
}
