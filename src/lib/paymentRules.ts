import { parsePounds } from './money'

// The limits of every payment, in the browser and again in the database.

/** Characters of a name. */
export const nameLimit = 140
/** Characters of a reference. */
export const referenceLimit = 18

/** The Faster Payments ceiling of £1,000,000.00, in pence. */
const mostPerPayment = 100_000_000

/** The amount in pence; null unless it is plain pounds and pence above zero and at most £1,000,000.00. */
export function readAmount(amount: string): number | null {
  const pence = parsePounds(amount)
  return pence !== null && pence > 0 && pence <= mostPerPayment ? pence : null
}
