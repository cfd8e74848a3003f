const utc = { timeZone: 'UTC' } as const
// British English would write 'Sept': one letter too wide for its column.
const short = new Intl.DateTimeFormat('en-US', { ...utc, month: 'short' })
const long = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long', year: 'numeric' })

/** 'YYYY-MM-DD' → 'Nov'. */
export function shortMonthName(month: string): string {
  return short.format(new Date(month))
}

/** 'YYYY-MM-DD' → 'November 2026'. */
export function longMonthName(month: string): string {
  return long.format(new Date(month))
}
