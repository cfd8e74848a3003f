import { formatDayWithWeekday, londonDay, timeOfDay } from '@/lib/dates'

/** 'at 08:00', 'tomorrow at 08:00', 'on Monday 23 November 2026 at 08:00'. */
export function openingWords(opensAt: string, now = new Date()): string {
  const day = londonDay(opensAt)
  const time = timeOfDay(opensAt)
  if (day === londonDay(now)) return `at ${time}`
  if (day === londonDay(new Date(now.getTime() + 86_400_000))) return `tomorrow at ${time}`
  return `on ${formatDayWithWeekday(day)} at ${time}`
}
