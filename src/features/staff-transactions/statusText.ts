import { staffTransactionsCopy } from './copy'
import type { StaffTransaction } from './queries'

/** What the column Status says of a row. */
export function statusText({ status, reversedAt }: StaffTransaction): string {
  return reversedAt === null ? status : staffTransactionsCopy.reversed
}
