import type { Transaction } from './queries'

const namesCard = /^(?<card>(?:Cash, c|C)ard ending \d{4})(?: · (?<place>.+))?$/

/**
 * What a payment by card has in the place of a reference: the card ('Card ending 2467'), and if it was made abroad the country and
 * what the merchant charged ('France · €12.50'). Null for other payments.
 */
export function cardOf({ incoming, accountNumber, reference }: Transaction): { card: string; place?: string } | null {
  const { card, place } = (!incoming && accountNumber === '' && namesCard.exec(reference ?? '')?.groups) || {}
  return card === undefined ? null : { card, ...(place !== undefined && { place }) }
}
