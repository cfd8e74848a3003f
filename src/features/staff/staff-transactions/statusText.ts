import { kindOf, stateOf, stateWord } from '@/features/money/transactions/shared'
import { staffTransactionsCopy } from './copy'
import type { StaffTransaction } from './readTransactions'

/** The text of the column Status. */
export function statusText({ status, reversedAt, isCreditMissing, incoming, toAccount }: StaffTransaction): string {
  const state = stateOf(status, reversedAt)
  if (state === 'completed' && isCreditMissing) return staffTransactionsCopy.statuses.not_credited
  // The specification shows the text of a status that is not completed: 'pending'.
  if (state === 'pending') return status
  return stateWord(kindOf(incoming, toAccount === null), state) ?? status
}
