/** The month in a URL: 'YYYY-MM'. Null for anything else. */
export function readMonth(text: string | undefined): string | null {
  return text !== undefined && /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null
}

/** The first and last day ('YYYY-MM-DD') of a statement. The current month ends today. */
export function statementPeriod(month: string, today: string): { first: string; last: string } {
  const first = `${month}-01`
  if (today.startsWith(month)) return { first, last: today }
  const [year, number] = month.split('-').map(Number)
  // Day 0 of the next month is the last day of this one.
  return { first, last: `${month}-${new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate()}` }
}
