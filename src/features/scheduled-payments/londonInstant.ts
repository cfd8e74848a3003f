import { londonMinute } from '@/lib/dates'

const minute = 60_000

/**
 * The moment at which London's clocks show this day ('2026-11-21') and time ('12:00'). Where they show it twice, in the
 * night when summer time ends, the first; where never, in the night when it begins, null.
 */
export function londonInstant(day: string, time: string): Date | null {
  const asIfUtc = Date.parse(`${day}T${time}Z`)
  for (const minutesAhead of [60, 0]) {
    const instant = new Date(asIfUtc - minutesAhead * minute)
    if (londonMinute(instant) === `${day} ${time}`) return instant
  }
  return null
}
