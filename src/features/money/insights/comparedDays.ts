import { londonDay, monthPeriod } from '@/lib/dates'

/** First and last days in London, 'YYYY-MM-DD'. */
type Days = { from: string; until: string }
export type ComparedDays = { now: Days; before: Days }

/** This month until today, and the same days of last month: all of it if it is shorter. */
export function comparedDays(at: Date): ComparedDays {
  const today = londonDay(at)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const monthBefore = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
  const { first, last } = monthPeriod(monthBefore)
  const sameDay = `${monthBefore}${today.slice(7)}`
  return {
    now: { from: `${today.slice(0, 7)}-01`, until: today },
    before: { from: first, until: sameDay < last ? sameDay : last },
  }
}
