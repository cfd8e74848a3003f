import { transactionCopy } from './copy'
import type { Transaction } from './queries'

/** The name on a row. Of a move between two accounts of the customer it says the direction: 'To Holiday'. */
export function nameOf({ counterparty, incoming, otherAccountId }: Transaction): string {
  if (otherAccountId !== null) return `${incoming ? 'From' : 'To'} ${counterparty}`
  return counterparty || transactionCopy.unnamed
}
