import { isDay, londonDay } from '@/lib/dates'
import { parsePounds } from '@/lib/money'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const yearFirst = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?:\D|\d{4,}|$)/
/** A time with its zone, as OFX ('20260630230000.000[0:GMT]') and ISO 8601 ('2026-06-30T23:00:00Z') write it. */
const zoned =
  /^(\d{4})-?(\d{2})-?(\d{2})T?(\d{2}):?(\d{2})(?::?\d{2}(?:\.\d+)?)?(?:\[([-+]?\d{1,2})(?:\.(\d{1,2}))?(?::\w*)?\]|(Z)|([-+]\d{2}):?(\d{2}))$/
const yearLast = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ](\d{4}|\d{2})(?:[ T].*)?$/i

export type DayOrder = 'day first' | 'month first' | 'unknown'

/** The order of day and month in the dates of a file. */
export function dayOrderOf(texts: string[]): DayOrder {
  const dates = texts.map((text) => yearLast.exec(text.trim())).filter((date) => date !== null)
  const numbers = dates.map(([, first, second]) => [Number(first), Number(second)] as const)
  if (numbers.some(([first, second]) => first > 12 && first <= 31 && second <= 12)) return 'day first'
  if (numbers.some(([first, second]) => first <= 12 && second > 12 && second <= 31)) return 'month first'
  const isClear = texts.some((text) => yearFirst.test(text.trim())) || numbers.some(([, month]) => Number.isNaN(month))
  return !isClear && numbers.some(([first, second]) => first !== second) ? 'unknown' : 'day first'
}

/** '03/10/2026', '3 Oct 26', '2026-10-03 09:05:00' or '20261003090500' → '2026-10-03'. Null: not a day. */
export function readDay(text: string, order: DayOrder = 'day first'): string | null {
  const plain = text.trim()
  const inZone = zoned.exec(plain)
  if (inZone !== null) return dayInLondon(inZone)
  const ordered = yearFirst.exec(plain)
  if (ordered !== null) return dayOf(ordered[1], ordered[2], ordered[3])
  const date = yearLast.exec(plain)
  if (date === null) return null
  const [, first, second = '', year = ''] = date
  const byName = months.indexOf(second.slice(0, 3).toLowerCase()) + 1
  if (!/^\d/.test(second)) return dayOf(fullYear(year), String(byName), first)
  return order === 'month first' ? dayOf(fullYear(year), first, second) : dayOf(fullYear(year), second, first)
}

/** The day in London at that moment: a bank may write midnight in British Summer Time as 23:00 of the day before. */
function dayInLondon([, year, month, day, hour, minute, ofxHours, ofxPart, , hours, minutes]: RegExpExecArray) {
  if (dayOf(year, month, day) === null) return null
  const offset = Number(ofxHours ?? hours ?? 0)
  // OFX writes half an hour as '.30' or '.5'.
  const part = Number(minutes ?? (ofxPart === '5' ? 30 : (ofxPart ?? 0)))
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) - offset, Number(minute))
  const written = londonDay(new Date(at - (offset < 0 ? -part : part) * 60_000))
  return dayOf(...written.split('-'))
}

/** The database stores days from 1970 on. */
function fullYear(year: string): string {
  return year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year
}

function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // The database stores days from 1970 to 2099.
  return isDay(text) && /^(19[7-9]|20)/.test(text) ? text : null
}

/** The mark before the decimals of a file's amounts. Unknown: 1.500 can be two amounts. */
export type DecimalMark = '.' | ',' | 'unknown'

const amountParts = /^([-+\u2212(]?)\s*(£?)\s*([-+\u2212]?)([\d,.'\u2019]+)\s*(\)|-|cr|dr)?$/i
const partsOf = (text: string) => amountParts.exec(text.trim().replace(/\s*gbp$/i, ''))

/** The mark that the amounts of a file tell: all but those with three digits behind their only mark. */
export function decimalMarkOf(texts: string[]): DecimalMark {
  const amounts = texts.map((text) => partsOf(text)?.[4] ?? '')
  const isPoint = amounts.some((text) => /\.(\d{1,2}|\d{4,})$|(^0|\d{4}|,\d{3})\.\d{3}$|,\d{3},/.test(text))
  const isComma = amounts.some((text) => /,\d{1,2}$|\.\d{3},|^\d{1,3}(\.\d{3}){2,}$/.test(text))
  return isPoint === isComma ? 'unknown' : isPoint ? '.' : ','
}

/** Whether a text can be two amounts: '1.500' is £1.50 with three decimals, or £1,500 of a German bank. */
export const canBeTwo = (text: string): boolean => /^[1-9]\d{0,2}[.,]\d{2}0$/.test(partsOf(text)?.[4] ?? '')

/** '-£1,234.56', "1'234.56", '+12.50', '(12.50)', '12.50 CR' or '12.50 GBP' → pence with a sign. Null: not an amount. */
export function parseAmount(text: string, mark: DecimalMark = '.'): number | null {
  const match = partsOf(text)
  if (match === null) return null
  const [, before = '', , inner = '', written = '', after = ''] = match
  const isThousand = mark === ',' && /^\d{1,3}(\.\d{3})+$/.test(written)
  // English files have thousands behind a comma.
  if (canBeTwo(text) && (mark === 'unknown' ? written.includes('.') : mark === ',' && written.includes(',')))
    return null
  const digits = isThousand ? written.replaceAll('.', '') : written
  // Five decimals are an exchange rate or a mistake. Trailing zeros are neither.
  const pence = parsePounds(digits.replace(/['\u2019]/g, ',').replace(/(\.\d{2})0+$/, '$1'))
  if (pence === null) return null
  const isOut = /[-\u2212(]/.test(before + inner) || /^(-|dr)$/i.test(after)
  return isOut ? -pence : pence
}

/** Whether an amount says that it is money in. One without a sign may be either. */
export const saysMoneyIn = (text: string): boolean => {
  const [, before = '', , inner = '', , after = ''] = partsOf(text) ?? []
  return (before + inner).includes('+') || /^cr$/i.test(after)
}
