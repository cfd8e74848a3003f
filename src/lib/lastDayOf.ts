import { londonDay } from './dates'

/** The last day of a clock, as 'YYYY-MM-DD'. The clock ends with this day. */
export function lastDayOf(clockEnd: string): string {
  return londonDay(new Date(Date.parse(clockEnd) - 1000))
}
