import { byteOrderMark, csvLines, withoutFormula } from '@/lib/csv'
import { londonDay } from '@/lib/dates'
import { penceToPounds } from '@/lib/money'
import type { Statement } from './statement'
import { statementPeriod } from './statementMonth'

/** A statement as CSV (RFC 4180). The first and last row are the opening and closing balance. */
export function statementCsv(statement: Statement, today: string): string {
  const { first, last } = statementPeriod(statement.month, today)
  const rows = [
    ['Date', 'Description', 'Reference', 'Amount', 'Balance'],
    [first, 'Opening balance', '', '', penceToPounds(statement.openingBalance)],
    ...statement.entries.map(({ createdAt, description, reference, amount, balanceAfter }) => [
      londonDay(createdAt),
      withoutFormula(description),
      withoutFormula(reference ?? ''),
      penceToPounds(amount),
      penceToPounds(balanceAfter),
    ]),
    [last, 'Closing balance', '', '', penceToPounds(statement.closingBalance)],
  ]
  return byteOrderMark + csvLines(rows)
}

export function statementFileName(month: string): string {
  return `statement-${month}.csv`
}
