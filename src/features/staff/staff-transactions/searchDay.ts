import { isDay, londonDay } from '@/lib/dates'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

const dayForms = [
  // '4 April', '4th Apr 2026'
  new RegExp(
    String.raw`(?<!\S)(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?<month>${monthNames})(?:\s+(?<year>\d{4}))?(?!\S)`,
    'i',
  ),
  // '4/4/2026', '04/04/26'
  /(?<!\S)(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{2}|\d{4})(?!\S)/,
  // '2026-04-04'
  /(?<!\S)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\S)/,
]

/** The day in the text of a search, as 'YYYY-MM-DD', and the other words. Without a year, the last such day. Null: no day. */
export function findDay(search: string, now = new Date()): { day: string; rest: string } | null {
  for (const form of dayForms) {
    const match = form.exec(search)
    const { day = '', month = '', year } = match?.groups ?? {}
    const found = match && toDay(day, month, year, londonDay(now))
    if (found) return { day: found, rest: search.replace(match[0], ' ').replace(/\s+/g, ' ').trim() }
  }
  return null
}

function toDay(day: string, month: string, year: string | undefined, today: string): string | null {
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const inYear = `-${String(named || month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  // The 29 February of a year without a year can be four years ago.
  const years = year === undefined ? [0, 1, 2, 3, 4].map((ago) => thisYear - ago) : [Number(year.padStart(4, '20'))]
  const found = years.map((one) => `${one}${inYear}`).find((one) => isDay(one) && (year !== undefined || one <= today))
  return found ?? null
}
