import { staffTransactionsCopy } from './copy'
import type { StaffTransaction } from './readTransactions'

/** The text of the column Status. */
export function statusText({ status, reversedAt }: StaffTransaction): string {
  return reversedAt === null ? status : staffTransactionsCopy.reversed
}
