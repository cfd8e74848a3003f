import Papa from 'papaparse'
import { headerless, layoutOf, sortCodeBanks, type Layout } from './bankLayouts'
import { dayOrderOf, readAmount, readDay, type DayOrder } from './readValues'
import { settleDirection } from './settleDirection'
import {
  addRow,
  checkRowCount,
  describe,
  emptyFile,
  limits,
  notADay,
  notAnAmount,
  notInPounds,
  UnreadableFile,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

/** How many lines with other information may come before the header. */
const longestPreamble = 20

type Line = { number: number; cells: string[] }

/** A bank's CSV file, with commas, semicolons or tabs. */
export function parseCsv(text: string): StatementFile {
  const lines = readLines(text)
  const { layout, columns, first } = findLayout(lines)
  const file = emptyFile(layout.bank)
  const dates = lines.slice(first).map(({ cells }) => cellsByColumn(columns, cells)(layout.date))
  const order = layout.isCommon === true ? dayOrderOf(dates) : 'day first'
  for (const line of lines.slice(first)) {
    const cells = cellsByColumn(columns, line.cells)
    if (layout.pending?.values.includes(cells(layout.pending.column).toLowerCase())) {
      file.leftOut.pending += 1
      continue
    }
    addRow(file, `Line ${line.number}`, readRow(layout, cells, order))
    if (layout.also?.includes('sort code')) file.bank = sortCodeBanks[cells('sort code').slice(0, 2)] ?? layout.bank
  }
  if (order === 'unknown' && file.rows.length > 0) file.questions.push('dayOrder')
  if (layout.isCommon === true) settleDirection(file)
  return file
}

/** The lines that have text, with their numbers in the file. */
function readLines(text: string): Line[] {
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t', '|'],
    preview: longestPreamble + limits.rows + 1,
  })
  if (meta.truncated) checkRowCount(limits.rows + 1)
  const quotes = errors.find(({ type }) => type === 'Quotes')
  let number = 1
  const lines = data.map((cells, place) => {
    if (quotes?.row === place) throw new UnreadableFile(`Line ${number}: a quotation mark is not closed.`)
    const line = { number, cells: cells.map((cell) => cell.trim().replace(/^'/, '')) }
    number += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return line
  })
  return lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function findLayout(lines: Line[]): { layout: Layout; columns: string[]; first: number } {
  for (const [place, { cells }] of lines.slice(0, longestPreamble).entries()) {
    const columns = cells.map((cell) => cell.toLowerCase().replace(/\s+/g, ' '))
    const layout = layoutOf(columns)
    if (layout !== undefined) return { layout, columns, first: place + 1 }
  }
  const [day = '', , amount = ''] = lines[0]?.cells ?? []
  if ((readDay(day) ?? readDay(day, 'month first')) !== null && readAmount(amount) !== null) {
    return { layout: headerless, columns: ['1', '2', '3'], first: 0 }
  }
  throw new UnreadableFile(
    "We don't know the columns of this file. Choose a statement with a date, a description and an amount.",
  )
}

/** Reads a cell by the name of its column. A missing one is empty. */
function cellsByColumn(columns: string[], cells: string[]) {
  return (column: string) => cells[columns.indexOf(column)] ?? ''
}

function readRow(
  layout: Layout,
  cells: (column: string) => string,
  order: DayOrder,
): FileRow | Pick<FileProblem, 'reason'> {
  const day = readDay(cells(layout.date), order)
  if (day === null) return notADay(cells(layout.date))
  const currency = layout.currency === undefined ? 'GBP' : cells(layout.currency).toUpperCase()
  if (currency !== 'GBP') return notInPounds(currency)
  const amount = amountOf(layout, cells)
  if (typeof amount === 'string') return notAnAmount(amount)
  const balance = readAmount(cells('balance') || cells('balance (gbp)'))
  return {
    ...(layout.id !== undefined && cells(layout.id) !== '' && { id: cells(layout.id) }),
    day,
    amount,
    description: describe(layout.description.map(cells).find((text) => text !== '')),
    ...(balance !== null && { balance }),
  }
}

/** In pence; or the text that is no amount. */
function amountOf({ amount, out, in: into, fee }: Layout, cells: (column: string) => string): number | string {
  if (amount !== undefined) {
    const charged = fee === undefined ? 0 : (readAmount(cells(fee)) ?? 0)
    const pence = readAmount(cells(amount))
    return pence === null ? cells(amount) : pence - charged
  }
  const [paidOut, paidIn] = [cells(out ?? ''), cells(into ?? '')]
  if (paidOut === '' && paidIn === '') return ''
  const pence = [paidOut, paidIn].map((text) => (text === '' ? 0 : readAmount(text)))
  const [outPence, inPence] = pence
  if (outPence === null || outPence === undefined) return paidOut
  if (inPence === null || inPence === undefined) return paidIn
  // Some banks write outgoing amounts with a minus in the column of outgoing amounts.
  return inPence - Math.abs(outPence)
}
