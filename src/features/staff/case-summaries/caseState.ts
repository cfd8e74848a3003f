import { formatDate, formatShortDay, londonDay } from '@/lib/dates'
import { lastDayOf } from '@/lib/lastDayOf'
import { countOf } from '@/lib/numbers'

/** The end of a clock in words, and whether it is today or past. `dueAt` is the first moment after it. */
export function describeDue(
  { due_at: dueAt, stopped_at: stoppedAt }: { due_at: string; stopped_at: string | null },
  now: Date,
): { words: string; note: string; isUrgent: boolean } {
  const end = Date.parse(dueAt)
  const day = lastDayOf(dueAt)
  if (stoppedAt !== null)
    return { words: 'Clock stopped', note: `at the latest ${formatShortDay(day)}`, isUrgent: false }
  if (end <= now.getTime()) return { words: 'Overdue', note: `since ${formatShortDay(day)}`, isUrgent: true }
  const days = Math.round((Date.parse(day) - Date.parse(londonDay(now))) / 86_400_000)
  if (days === 0) return { words: 'Due today', note: formatDate(day), isUrgent: true }
  return { words: formatDate(day), note: `in ${countOf(days, 'day')}`, isUrgent: false }
}
