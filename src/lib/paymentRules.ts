import { parsePounds } from './money'

// The limits of any payment. The database checks the same.

/** Longest name, in characters. */
export const nameLimit = 140
/** Longest payment reference, in characters. */
export const referenceLimit = 18

/** The Faster Payments ceiling of £1,000,000.00, in pence. */
const mostPerPayment = 100_000_000

/** The amount in pence; null unless it is plain pounds and pence above zero and at most £1,000,000.00. */
export function readAmount(amount: string): number | null {
  const pence = parsePounds(amount)
  return pence !== null && isPayable(pence) ? pence : null
}

/** `pence` is above zero and at most £1,000,000.00. */
export function isPayable(pence: number): boolean {
  return pence > 0 && pence <= mostPerPayment
}
