import { isDay } from '@/lib/dates'
import { parsePounds } from '@/lib/money'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** '03/10/2026', '3 Oct 26', '2026-10-03 09:05:00' or '20261003090500' → '2026-10-03'. Null: not a day. Days come before months, as in the UK. */
export function readDay(text: string): string | null {
  const plain = text.trim()
  const yearFirst = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?:\D|\d{4,}|$)/.exec(plain)
  if (yearFirst !== null) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3])
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ](\d{4}|\d{2})(?:[ T].*)?$/i.exec(plain)
  if (dayFirst === null) return null
  const [, day, month = '', year = ''] = dayFirst
  const byName = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const number = /^\d/.test(month) ? month : String(byName)
  return dayOf(year.length === 2 ? `20${year}` : year, number, day)
}

function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // The database stores days from 1970 to 2099.
  return isDay(text) && /^(19[7-9]|20)/.test(text) ? text : null
}

/** '-£1,234.56', '+12.50', '(12.50)' or '12.50 CR' → pence with a sign. Null: not an amount. */
export function readAmount(text: string): number | null {
  const match = /^([-+\u2212(]?)\s*(£?)\s*([-+\u2212]?)([\d,.]+)\s*(\)|-|cr|dr)?$/i.exec(text.trim())
  if (match === null) return null
  const [, before = '', , inner = '', digits = '', after = ''] = match
  // Five decimals are an exchange rate or a mistake. Trailing zeros are neither.
  const pence = parsePounds(digits.replace(/(\.\d{2})0+$/, '$1'))
  if (pence === null) return null
  const isOut = /[-\u2212(]/.test(before + inner) || /^(-|dr)$/i.test(after)
  return isOut ? -pence : pence
}
