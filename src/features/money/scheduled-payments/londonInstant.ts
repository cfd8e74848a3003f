import { londonMinute } from '@/lib/dates'

const minute = 60_000

/**
 * The instant of a day ('2026-11-21') and time ('12:00') in London. A time that occurs twice, when summer time ends, means
 * the first. Null: the time does not exist, because summer time begins.
 */
export function londonInstant(day: string, time: string): Date | null {
  const asIfUtc = Date.parse(`${day}T${time}Z`)
  for (const minutesAhead of [60, 0]) {
    const instant = new Date(asIfUtc - minutesAhead * minute)
    if (londonMinute(instant) === `${day} ${time}`) return instant
  }
  return null
}
