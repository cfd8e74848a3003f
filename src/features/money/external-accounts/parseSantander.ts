import { parseAmount, readDay } from './readValues'
import {
  addRow,
  emptyFile,
  describe,
  notADay,
  notAnAmount,
  notInPounds,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

const names = ['date', 'description', 'amount', 'balance'] as const
type Values = Partial<Record<(typeof names)[number], string>>

/** 'From: … to …', then 'Account: …'. */
export const santanderStart = /^\s*From:.*\s+Account:/i

/**
 * Santander UK's text file: four lines for each transaction, newest first, in ISO 8859-1 with no-break spaces after the names.
 * Its lines are those that public importers read, such as benhartley/ledger-santander. Older files name the currency.
 */
export function parseSantander(text: string): StatementFile {
  const file = emptyFile('Santander')
  let start = 0
  let values: Values | null = null
  const finish = () => {
    if (values !== null) addRow(file, `Line ${start}`, readRow(values))
  }
  for (const [place, line] of text.split(/\r\n|\r|\n/).entries()) {
    // A program that took the file for UTF-8 writes U+FFFD for each no-break space.
    const [, label, value = ''] = /^[\s\uFFFD]*(\w+):(.*)$/.exec(line) ?? []
    const name = names.find((known) => known === label?.toLowerCase())
    if (name === undefined) continue
    if (name === 'date') {
      finish()
      values = {}
      start = place + 1
    }
    if (values !== null) values[name] = value.replaceAll('\uFFFD', ' ').trim()
  }
  finish()
  return file
}

function readRow({
  date = '',
  description,
  amount: amountText = '',
  balance: balanceText = '',
}: Values): FileRow | Pick<FileProblem, 'reason'> {
  const day = readDay(date)
  if (day === null) return notADay(date)
  const currency = /[a-z]{3}$/i.exec(amountText)?.[0].toUpperCase() ?? 'GBP'
  if (currency !== 'GBP') return notInPounds(currency)
  const amount = parseAmount(amountText)
  if (amount === null) return notAnAmount(amountText)
  const balance = parseAmount(balanceText)
  return { day, amount, description: describe(description), ...(balance !== null && { balance }) }
}
