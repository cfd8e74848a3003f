import { formatPence, parsePounds, plainAmount } from './money'

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

/** Why the text is no amount that can be paid: the exact reason if it is clear, `otherwise` if not. */
export function amountError(text: string, otherwise: string): string {
  const plain = plainAmount(text)
  if (isUnclear(text)) return 'Is the comma a decimal point? Write 12.50 or 1,250.'
  if (plain !== null && /\.\d{3}/.test(plain)) return 'Enter an amount with at most two decimal places, such as 10.99.'
  if (isAboveLimit(text)) return `The limit is ${formatPence(mostPerPayment)} per payment.`
  return otherwise
}

/** Whether a comma in the text may be a decimal point or not. */
export function isUnclear(amount: string): boolean {
  return amount.includes(',') && /\d/.test(amount) && plainAmount(amount) === null
}

/** Whether the text is a number above £1,000,000.00, however many digits it has. */
export function isAboveLimit(amount: string): boolean {
  return Number(plainAmount(amount)) * 100 > mostPerPayment
}

/** Whether the text has an amount above zero, even if it is no valid amount of money. */
export function isAboveZero(amount: string): boolean {
  return Number(amount.replace(/[£,\s]/g, '')) > 0
}

/** `pence` is above zero and at most £1,000,000.00. */
export function isPayable(pence: number): boolean {
  return pence > 0 && pence <= mostPerPayment
}
