// Arithmetic is in whole pence; the wire carries pounds. This file is the only door between the two.

/** '12.5' → 1250 pence. Null unless a plain amount of pounds with at most two decimals. */
export function parsePounds(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** Pounds as a server sends them (a number, or text from some) → pence. */
export function poundsToPence(pounds: number | string): number {
  return Math.round(Number(pounds) * 100)
}

/** 1250 → '12.50': what the wire takes. */
export function penceToPounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// Formatted by hand: the first Intl formatter of a page blocks a phone for a tenth of a second.

/** 123456 → '£1,234.56', -1200 → '-£12.00'. */
export function formatPence(pence: number): string {
  return `${pence < 0 ? '-' : ''}£${groupThousands(penceToPounds(Math.abs(pence)))}`
}

/** '1234.5' → '1,234.5'. */
export function groupThousands(number: string): string {
  const [whole = '', ...decimals] = number.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}
