import type { Reader } from './json'
import { groupThousands } from './numbers'

// Arithmetic uses whole pence; requests and responses carry pounds. Only this file converts between the two.

/** '1234.5', '1,234.50', '1 234.50', '.5', '5.' */
const withPoint = /^(\d*|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+))(?:\.(\d*))?$/
/** '12,50', '1.234,50', '1 234,50', ',5'. Many keypads have no point. Three digits after a comma are thousands. */
const withComma = /^(\d*|[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+)),(\d{0,2})$/

/** '£1,250' → '1250.', '12,5' → '12.5': the digits around one point. Null for what is no amount, or may be two. */
export function plainAmount(text: string): string | null {
  const typed = text.trim().replace(/^£\s?/, '')
  const [, whole = '', decimals = ''] = withPoint.exec(typed) ?? withComma.exec(typed) ?? []
  return whole === '' && decimals === '' ? null : `${whole.replace(/\D/g, '')}.${decimals}`
}

/** '12.5', '£1,000.50', '12,50', '.5' or '5.' → pence. Null unless it is clearly an amount with at most two decimals. */
export function parsePounds(text: string): number | null {
  const match = /^(\d{0,9})\.(\d{0,2})$/.exec(plainAmount(text) ?? '')
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Pounds as a server sends them (a number, or text from some servers) → pence. */
export function poundsToPence(pounds: number | string): number {
  return Math.round(Number(pounds) * 100)
}

/** Reads pounds of JSON, a number or text, in pence. */
export const pounds: Reader<number> = (json) => {
  const pence = typeof json === 'number' || typeof json === 'string' ? poundsToPence(json) : NaN
  return Number.isNaN(pence) ? undefined : pence
}

/** 1250 → '12.50', the form in requests. */
export function penceToPounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** 1250 → 12.5, as requests carry amounts. JSON writes it with at most two decimals. */
export function penceToWire(pence: number): number {
  return Number(penceToPounds(pence))
}

/** 123456 → '£1,234.56', -1200 → '-£12.00'. */
export function formatPence(pence: number): string {
  return `${pence < 0 ? '-' : ''}£${groupThousands(penceToPounds(Math.abs(pence)))}`
}

/** 425 → '4.25%': a rate has two decimals, as an amount, and is read by `pounds` in hundredths of a per cent. */
export function formatRate(hundredths: number): string {
  return `${penceToPounds(hundredths)}%`
}
