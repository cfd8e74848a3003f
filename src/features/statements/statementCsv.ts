import { londonDay } from '@/lib/dates'
import { penceToPounds } from '@/lib/money'
import type { Statement } from './statement'
import { statementPeriod } from './statementMonth'

/** Without it, spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\uFEFF'

/** A statement as a table (RFC 4180), with the opening and the closing balance as its first and last row. */
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
  return `${byteOrderMark}${rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')}`
}

export function statementFileName(month: string): string {
  return `statement-${month}.csv`
}

/**
 * A spreadsheet runs a cell that begins like a formula, and whoever pays somebody chooses the reference. Behind an
 * apostrophe it is text. The wide signs are what some spreadsheets take for the plain ones.
 */
function withoutFormula(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function toField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
