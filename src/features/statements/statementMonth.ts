/** A month as it stands in an address: 'YYYY-MM'. Anything else is no month. */
export function readMonth(text: string | undefined): string | null {
  return text !== undefined && /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null
}

/** The first and last day ('YYYY-MM-DD') that a statement speaks of; the running month ends today. */
export function statementPeriod(month: string, today: string): { first: string; last: string } {
  const first = `${month}-01`
  if (today.startsWith(month)) return { first, last: today }
  const [year, number] = month.split('-').map(Number)
  // Day 0 of the next month is the last one of this.
  return { first, last: `${month}-${new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate()}` }
}

const monthName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const dayName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
const shortDayName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** '2026-11' → 'November 2026'. */
export function formatMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`))
}

/** '2026-11-21' → '21 November 2026'. */
export function formatDay(day: string): string {
  return dayName.format(new Date(`${day}T00:00:00Z`))
}

/** '2026-11-21' → '21 Nov'. */
export function formatShortDay(day: string): string {
  return shortDayName.format(new Date(`${day}T00:00:00Z`))
}
