import { byteOrderMark, csvLines, withoutFormula } from '@/lib/csv'
import { londonMinute } from '@/lib/dates'
import { penceToPounds } from '@/lib/money'
import { staffTransactionsCopy } from './copy'
import { statusText } from './statusText'
import type { Filter, Page, Place, StaffTransaction } from './queries'

/** The state of an export, to continue it after a failure. */
export type ExportJob = {
  filter: Filter
  /** The file's text in parts. */
  parts: string[]
  rowCount: number
  /** The oldest time that was searched. */
  reached: string | null
  next: Place | null
  status: 'unfinished' | 'complete' | 'full'
}

/** The row limit of a spreadsheet, rounded down. */
const mostRows = 1_000_000

export function startExport(filter: Filter): ExportJob {
  const parts = [byteOrderMark + csvLines([staffTransactionsCopy.columns])]
  return { filter, parts, rowCount: 0, reached: null, next: null, status: 'unfinished' }
}

export function addPage(job: ExportJob, { transactions, next }: Page, limit = mostRows): ExportJob {
  const rowCount = job.rowCount + transactions.length
  return {
    ...job,
    parts: [...job.parts, csvLines(transactions.map(toLine))],
    rowCount,
    reached: next?.before ?? transactions.at(-1)?.createdAt ?? job.reached,
    next,
    status: next === null ? 'complete' : rowCount >= limit ? 'full' : 'unfinished',
  }
}

/** `day`: 'YYYY-MM-DD'. */
export function exportFileName(day: string): string {
  return `user-transactions-${day}.csv`
}

function toLine(transaction: StaffTransaction): string[] {
  const { createdAt, userEmail, fromAccount, toAccount, sortCode, recipient, reference, amount, incoming } = transaction
  return [
    londonMinute(createdAt),
    ...[userEmail ?? '', fromAccount ?? '', toAccount ?? '', sortCode ?? '', recipient, reference ?? ''].map(
      withoutFormula,
    ),
    penceToPounds(incoming ? amount : -amount),
    withoutFormula(statusText(transaction)),
  ]
}
