import { cardOf } from './cardOf'
import { transactionCopy } from './copy'
import type { Transaction } from './queries'

/** What a transaction that is not simply completed says of itself, in the words of its note in the mailbox. */
export function stateOf(transaction: Transaction): string | null {
  const { status, reversedAt, incoming } = transaction
  if (status === 'pending') return transactionCopy.pending
  if (status === 'failed') {
    const { failed } = transactionCopy
    return cardOf(transaction) !== null ? failed.card : incoming ? failed.received : failed.sent
  }
  return reversedAt === null ? null : transactionCopy.reversed
}
