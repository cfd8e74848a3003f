import { groupThousands } from './numbers'

// Arithmetic uses whole pence; requests and responses carry pounds. Only this file converts between the two.

/** An amount as typed, without its pound sign, commas and spaces. */
export function plainAmount(text: string): string {
  return text.replace(/[£,\s]/g, '')
}

/** '12.5', '£1,000.50', '.5' or '5.' → pence. Null unless it is clearly an amount of pounds with at most two decimals. */
export function parsePounds(text: string): number | null {
  const match = /^£? ?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{0,2}))?$/.exec(text.trim())
  const [, whole = '', decimals = ''] = match ?? []
  if (whole === '' && decimals === '') return null
  return Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Pounds as a server sends them (a number, or text from some servers) → pence. */
export function poundsToPence(pounds: number | string): number {
  return Math.round(Number(pounds) * 100)
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
