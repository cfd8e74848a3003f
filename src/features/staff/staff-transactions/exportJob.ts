import { addCsvPage, type CsvJob, startCsv, withoutFormula } from '@/lib/csv'
import { londonMinute } from '@/lib/dates'
import { penceToPounds } from '@/lib/money'
import { staffTransactionsCopy } from './copy'
import type { Filter } from './filter'
import type { Page, Place, StaffTransaction } from './readTransactions'
import { statusText } from './statusText'

export type ExportJob = CsvJob<Place> & { filter: Filter }

export function startExport(filter: Filter): ExportJob {
  return { ...startCsv<Place>(staffTransactionsCopy.columns), filter }
}

export function addPage(
  job: ExportJob,
  { transactions, next }: Pick<Page, 'transactions' | 'next'>,
  limit?: number,
): ExportJob {
  const reached = next?.after ?? transactions.at(-1)?.createdAt ?? null
  return addCsvPage<Place, ExportJob>(job, { lines: transactions.map(toLine), reached, next }, limit)
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
