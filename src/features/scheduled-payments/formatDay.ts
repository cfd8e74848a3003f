const utc = { timeZone: 'UTC' } as const
// In one piece, some browsers put a comma between the two and some do not.
const weekday = new Intl.DateTimeFormat('en-GB', { ...utc, weekday: 'long' })
const date = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'long', year: 'numeric' })

/** '2026-11-21' → 'Saturday 21 November 2026'. */
export function formatDay(day: string): string {
  const at = new Date(day)
  return `${weekday.format(at)} ${date.format(at)}`
}
