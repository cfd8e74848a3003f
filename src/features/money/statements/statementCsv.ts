import { byteOrderMark, csvLines, withoutFormula } from '@/lib/csv'
import { londonDay } from '@/lib/dates'
import { penceToPounds } from '@/lib/money'
import type { Statement } from './statement'

/** A statement as CSV (RFC 4180). The first and last row are the opening and closing balance. */
export function statementCsv(statement: Statement): string {
  const rows = [
    ['Date', 'Description', 'Reference', 'Amount', 'Balance'],
    [statement.first, 'Opening balance', '', '', penceToPounds(statement.openingBalance)],
    ...statement.entries.map(({ createdAt, description, reference, amount, balanceAfter }) => [
      londonDay(createdAt),
      withoutFormula(description),
      withoutFormula(reference ?? ''),
      penceToPounds(amount),
      penceToPounds(balanceAfter),
    ]),
    [statement.last, 'Closing balance', '', '', penceToPounds(statement.closingBalance)],
  ]
  return byteOrderMark + csvLines(rows)
}
