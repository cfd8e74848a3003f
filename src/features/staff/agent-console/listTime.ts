import { formatShortDay, londonDay, timeOfDay } from '@/lib/dates'

/** The time of a message in the list: '14:05' today, '21 Nov' on another day. */
export function listTime(at: string, now = new Date()): string {
  const day = londonDay(at)
  return day === londonDay(now) ? timeOfDay(at) : formatShortDay(day)
}
