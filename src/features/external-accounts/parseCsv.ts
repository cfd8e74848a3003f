import Papa from 'papaparse'
import { headerless, layoutOf, sortCodeBanks, type Layout } from './bankLayouts'
import { readAmount, readDay } from './readValues'
import {
  describe,
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
  const file: StatementFile = { bank: layout.bank, rows: [], problems: [], pending: 0 }
  for (const line of lines.slice(first)) {
    const cells = cellsByColumn(columns, line.cells)
    if (layout.pending?.values.includes(cells(layout.pending.column).toLowerCase())) {
      file.pending += 1
      continue
    }
    const row = readRow(layout, cells)
    if ('reason' in row) file.problems.push({ place: `Line ${line.number}`, reason: row.reason })
    else if (row.amount !== 0) file.rows.push(row)
    if (layout.also?.includes('sort code')) file.bank = sortCodeBanks[cells('sort code').slice(0, 2)] ?? layout.bank
  }
  return file
}

/** The lines that have text, with their numbers in the file. */
function readLines(text: string): Line[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t', '|'] })
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
  if (readDay(day) !== null && readAmount(amount) !== null) {
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

function readRow(layout: Layout, cells: (column: string) => string): FileRow | Pick<FileProblem, 'reason'> {
  const day = readDay(cells(layout.date))
  if (day === null) return notADay(cells(layout.date))
  const currency = layout.currency === undefined ? 'GBP' : cells(layout.currency).toUpperCase()
  if (currency !== 'GBP') return notInPounds(currency)
  const amount = amountOf(layout, cells)
  if (typeof amount === 'string') return notAnAmount(amount)
  return {
    ...(layout.id !== undefined && cells(layout.id) !== '' && { id: cells(layout.id) }),
    day,
    amount,
    description: describe(layout.description.map(cells).find((text) => text !== '')),
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
