import { formatDay, isDay, longMonthName, monthPeriod } from '@/lib/dates'

/** The first and last day of a statement, 'YYYY-MM-DD' in London. */
export type Period = { first: string; last: string }

/** The period in a URL: a month ('YYYY-MM') or two days ('YYYY-MM-DD_YYYY-MM-DD'). Ends today at the latest. Null for anything else. */
export function readPeriod(text: string | undefined, today: string): Period | null {
  const period = text !== undefined && /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) ? monthPeriod(text) : readDays(text)
  if (period === null || period.first > today) return null
  return { first: period.first, last: period.last < today ? period.last : today }
}

function readDays(text: string | undefined): Period | null {
  const [first = '', last = '', ...others] = text?.split('_') ?? []
  return others.length === 0 && isDay(first) && isDay(last) && first <= last ? { first, last } : null
}

/** The last part of a statement's URL. */
export function periodInUrl({ first, last }: Period): string {
  return `${first}_${last}`
}

/** 'October 2026' for a month, also for the current one; '3 October 2026 to 5 November 2026' for other days. */
export function periodName(period: Period, today: string): string {
  return isMonth(period, today) ? longMonthName(period.first) : daysOf(period)
}

/** '1 October 2026 to 31 October 2026'. */
export function daysOf({ first, last }: Period): string {
  return `${formatDay(first)} to ${formatDay(last)}`
}

/** The name of a statement's file without its extension. */
export function periodFileName(period: Period, today: string): string {
  return `statement-${isMonth(period, today) ? period.first.slice(0, 7) : `${period.first}-to-${period.last}`}`
}

/** Whether these are the days of a month, up to today for the current one. */
export function isMonth({ first, last }: Period, today: string): boolean {
  const month = monthPeriod(first.slice(0, 7))
  return first === month.first && (last === month.last || (last === today && last < month.last))
}
