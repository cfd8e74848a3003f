import { staffTransactionsCopy } from './copy'
import type { StaffTransaction } from './readTransactions'

/** The text of the column Status. */
export function statusText({ status, reversedAt, isCreditMissing }: StaffTransaction): string {
  if (reversedAt !== null) return staffTransactionsCopy.reversed
  return isCreditMissing ? staffTransactionsCopy.statuses.not_credited : status
}
