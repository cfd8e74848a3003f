import Papa from 'papaparse'
import { declinedStates, layoutOf, pendingStates, said, sortCodeBanks, type Layout } from './bankLayouts'
import { directionOf, type Direction } from './directionColumn'
import { headerlessLayout } from './headerlessLayout'
import {
  dayOrderOf,
  decimalMarkOf,
  parseAmount,
  readDay,
  saysMoneyIn,
  type DayOrder,
  type DecimalMark,
} from './readValues'
import { settleDirection } from './settleDirection'
import {
  addRow,
  checkRowCount,
  describe,
  emptyFile,
  limits,
  noDirection,
  notADay,
  notAnAmount,
  notInPounds,
  UnreadableFile,
  withAccounts,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

/** How many lines with other information may come before the header. */
const longestPreamble = 20
const delimiters = [',', ';', '\t', '|']

type Line = { number: number; cells: string[] }
type Table = {
  layout: Layout
  columns: string[]
  rows: Line[]
  /** A currency that the header names, where it is not pounds. */
  currency?: string
}
type Cells = (column: string | undefined) => string
/** How the values of the file are written. */
type Form = {
  order: DayOrder
  mark: DecimalMark
  direction: Direction | undefined
  /** A currency that the header names. */
  currency: string | undefined
}

/** A bank's CSV file, with commas, semicolons, tabs or bars. */
export function parseCsv(text: string): StatementFile {
  const { layout, columns, rows, currency } = findTable(readLines(text, delimiterOf(text)))
  const file = emptyFile(layout.bank)
  const cellsOf = rows.map((line): Cells => {
    const cells = new Map(columns.map((column, place) => [column, line.cells[place] ?? '']))
    return (column) => cells.get(column ?? '') ?? ''
  })
  const mark = decimalMarkOf(amountColumns(layout).flatMap((column) => cellsOf.map((cells) => cells(column))))
  const amounts = cellsOf.map((cells) => ({ cells, pence: parseAmount(cells(layout.amount), mark) }))
  const direction = directionOf(layout, columns, amounts)
  const order = layout.isCommon === true ? dayOrderOf(cellsOf.map((cells) => cells(layout.date))) : 'day first'
  for (const [place, cells] of cellsOf.entries()) {
    const state = firstOf(columns, cells, said.state).toLowerCase()
    if (declinedStates.test(state) || firstOf(columns, cells, said.declined) !== '')
      file.leftOut.declined = (file.leftOut.declined ?? 0) + 1
    else if (pendingStates.test(state)) file.leftOut.pending += 1
    else
      addRow(file, `Line ${rows[place]?.number}`, readRow(layout, columns, cells, { order, mark, direction, currency }))
    if (layout.also?.includes('sort code')) file.bank = sortCodeBanks[cells('sort code').slice(0, 2)] ?? layout.bank
  }
  if (order === 'unknown' && file.rows.length > 0) file.questions.push('dayOrder')
  // A header names the columns of money in and out.
  const isDirectionKnown =
    direction !== undefined ||
    (layout.amount === undefined && columns[0] !== '1') ||
    cellsOf.some((cells) => saysMoneyIn(cells(layout.amount)))
  if (layout.isCommon === true && !isDirectionKnown) settleDirection(file)
  return withAccounts(file)
}

/** The delimiter with which a header is known, and most lines have as many cells as it. */
function delimiterOf(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 3 * longestPreamble })
    const lines = data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
    const header = lines.findIndex((cells) => layoutOf(cells.map(columnName)) !== undefined)
    const [first = []] = lines.slice(Math.max(header, 0))
    const body = lines.slice(Math.max(header, 0)).filter((cells) => Math.abs(cells.length - first.length) <= 1)
    return {
      delimiter,
      isKnown: header >= 0,
      // A text with a delimiter in it makes lines of other lengths.
      share: first.length > 1 ? body.length / Math.max(1, lines.length - Math.max(header, 0)) : 0,
      width: first.length,
    }
  })
  const [best] = scores.toSorted(
    (a, b) => Number(b.isKnown) - Number(a.isKnown) || b.share - a.share || b.width - a.width,
  )
  return best?.delimiter ?? ','
}

/** The lines that have text, with their numbers in the file. */
function readLines(text: string, delimiter: string): Line[] {
  const { data, errors, meta } = Papa.parse<string[]>(text, { delimiter, preview: longestPreamble + limits.rows + 1 })
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

/** 'Amount (GBP)' and 'Amount (£)' → 'amount'. Another currency stays in the name. */
function columnName(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?\((gbp|£)\)$|( in)? (gbp|£)$/, '')
}

const otherCurrency = /^(.*?)(?: in)? ?\(?(eur|usd|chf|aud|cad|pln|nok|sek|dkk|jpy|€|\$)\)?$/

function findTable(lines: Line[]): Table {
  for (const [place, { cells }] of lines.slice(0, longestPreamble).entries()) {
    const rows = lines.slice(place + 1)
    const columns = cells.map(columnName)
    const layout = layoutOf(columns)
    if (layout !== undefined) return { layout, columns, rows }
    const currency = columns.map((column) => otherCurrency.exec(column)?.[2]).find((code) => code !== undefined)
    const plain = columns.map((column) => otherCurrency.exec(column)?.[1] ?? column)
    const foreign = currency === undefined ? undefined : layoutOf(plain)
    if (foreign !== undefined && currency !== undefined) return { layout: foreign, columns: plain, rows, currency }
  }
  const headerless = headerlessLayout(lines.map(({ cells }) => cells))
  if (headerless !== null) return { ...headerless, rows: lines }
  throw new UnreadableFile(
    "We don't know the columns of this file. Choose a statement with a date, a description and an amount.",
  )
}

const firstOf = (columns: string[], cells: Cells, names: readonly string[]) =>
  cells(names.find((name) => columns.includes(name)))

function readRow(layout: Layout, columns: string[], cells: Cells, form: Form): FileRow | Pick<FileProblem, 'reason'> {
  const day = readDay(cells(layout.date), form.order)
  if (day === null) return notADay(cells(layout.date))
  const isCurrencyNamed = said.currency.some((name) => columns.includes(name))
  const currency = (form.currency ?? (isCurrencyNamed ? firstOf(columns, cells, said.currency) : 'GBP')).toUpperCase()
  if (currency !== 'GBP' && currency !== '£') return notInPounds(currency)
  const amount = amountOf(layout, cells, form)
  if (amount === null) return noDirection
  if (typeof amount === 'string') return notAnAmount(amount)
  const balance = parseAmount(firstOf(columns, cells, said.balance), form.mark)
  const id = firstOf(columns, cells, said.id)
  const account = said.account.map((name) => cells(name)).filter((part) => part !== '')
  return {
    ...(id !== '' && { id }),
    day,
    amount,
    description: describe(layout.description.map(cells).find((text) => text !== '')),
    ...(balance !== null && { balance }),
    ...(account.length > 0 && { account: account.join(' ') }),
  }
}

const amountColumns = ({ amount, out, in: into }: Layout) =>
  [amount, out, into].filter((column) => column !== undefined)

/** In pence; or the text that is no amount. Null: the direction is not clear. */
function amountOf(
  { amount, out, in: into, fee }: Layout,
  cells: Cells,
  { mark, direction }: Form,
): number | string | null {
  if (amount !== undefined) {
    const charged = fee === undefined ? 0 : (parseAmount(cells(fee), mark) ?? 0)
    const read = parseAmount(cells(amount), mark)
    if (read === null) return cells(amount)
    const pence = direction === undefined ? read : direction(cells, read)
    return pence === null ? null : pence - charged
  }
  const [paidOut, paidIn] = [cells(out), cells(into)]
  if (paidOut === '' && paidIn === '') return ''
  const [outPence = null, inPence = null] = [paidOut, paidIn].map((text) => (text === '' ? 0 : parseAmount(text, mark)))
  if (outPence === null) return paidOut
  if (inPence === null) return paidIn
  // Some banks write outgoing amounts with a minus in the column of outgoing amounts.
  return inPence - Math.abs(outPence)
}
