import { dayOrderOf, decimalMarkOf, parseAmount, readDay, type DayOrder, type DecimalMark } from './readValues'
import { settleDirection } from './settleDirection'
import {
  addRow,
  checkRowCount,
  describe,
  emptyFile,
  notADay,
  notAnAmount,
  UnreadableFile,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

/** The first values of a record by their letters, and the line of the file on which it starts. */
type QifRecord = { line: number; values: Map<string, string> }

/**
 * QIF: a line of each record is a letter and a value; '^' ends it. The format says neither the order of day and month nor the
 * currency. The letters and dates are those of GnuCash's notes (gnucash/import-export/qif-imp/file-format.txt), and of files
 * of UK banks, MS Money and Quicken in the issues kenlasko/monize#151 and #230 and moneymanagerex#5602.
 */
export function parseQif(text: string): StatementFile {
  const records = readRecords(text)
  const dates = records.map(({ values }) => dateOf(values))
  const order = dayOrderOf(dates)
  const mark = decimalMarkOf(records.map(({ values }) => amountOf(values)))
  const file = emptyFile('Other bank')
  for (const [place, { line, values }] of records.entries()) {
    if (isOpeningBalance(values)) file.leftOut.opening += 1
    else addRow(file, `Line ${line}`, readRecord(values, dates[place] ?? '', { order, mark }))
  }
  if (order === 'unknown') file.questions.push('dayOrder')
  settleDirection(file)
  return file
}

/** The transactions of the file's only account. */
function readRecords(text: string): QifRecord[] {
  const records: QifRecord[] = []
  const accounts = new Set<string>()
  let account = ''
  let section = ''
  let record: QifRecord | null = null
  const finish = () => {
    if (record === null) return
    if (section === '!account') account = record.values.get('N') ?? ''
    else if (isOfAccount(section)) {
      accounts.add(account)
      records.push(record)
      checkRowCount(records.length)
    }
    record = null
  }
  for (const [place, line] of text.split(/\r\n|\r|\n/).entries()) {
    const plain = line.trim()
    if (plain.startsWith('!')) {
      finish()
      // Other lines, such as !Option:AutoSwitch, start no section.
      if (/^!(type|account)/i.test(plain)) section = plain.toLowerCase()
    } else if (plain.startsWith('^')) finish()
    else if (plain !== '') {
      record ??= { line: place + 1, values: new Map() }
      const letter = plain.charAt(0)
      if (!record.values.has(letter)) record.values.set(letter, plain.slice(1).trim())
    }
  }
  finish()
  if (accounts.size > 1) throw new UnreadableFile('This file has more than one account. Export one account at a time.')
  if (records.length === 0) throw new UnreadableFile('This file has no current, savings or card account.')
  return records
}

/** Programs translate the names of accounts' sections, but not those of lists. */
function isOfAccount(section: string): boolean {
  return !/^(!account|!type:\s*(cat|class|memorized|prices|invst|security|tag|budget|invoice|bill|tax))/.test(section)
}

/** Quicken writes 2 January 2026 as 1/ 2'26. */
function dateOf(values: QifRecord['values']): string {
  return (values.get('D') ?? '').replace(/\s/g, '').replace(/['\u2019]/, '/')
}

/** Programs start an account with its balance, as a transfer from itself. */
function isOpeningBalance(values: QifRecord['values']): boolean {
  return values.get('P')?.toLowerCase() === 'opening balance' && values.get('L')?.startsWith('[') === true
}

const amountOf = (values: QifRecord['values']) => values.get('T') ?? values.get('U') ?? ''

function readRecord(
  values: QifRecord['values'],
  date: string,
  { order, mark }: { order: DayOrder; mark: DecimalMark },
): FileRow | Pick<FileProblem, 'reason'> {
  const day = readDay(date, order)
  if (day === null) return notADay(values.get('D') ?? '')
  const amount = parseAmount(amountOf(values), mark)
  if (amount === null) return notAnAmount(amountOf(values))
  return { day, amount, description: describe(values.get('P'), values.get('M')) }
}
