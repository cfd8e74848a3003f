import type { Transaction } from './queries'

/** 'Card ending 2467' for a payment by card. It has no reference: in that place the server names the card. Null for others. */
export function cardOf({ incoming, accountNumber, reference }: Transaction): string | null {
  const isCard =
    !incoming && accountNumber === '' && reference !== null && /^(Cash, c|C)ard ending \d{4}$/.test(reference)
  return isCard ? reference : null
}
