import { brand } from '@/brand'
import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { statementCopy } from './copy'
import { ownerLine, statementTitle, type AccountHolder } from './accountHolder'
import { footerText, page, startPdf, textBottom, textWidth, type Pdf } from './pdfDocument'
import { writeFact } from './pdfFact'
import { lineHeight, type Block, type PdfTools } from './pdfText'
import { hasReturns, type Statement, type StatementEntry } from './statement'
import { daysOf } from './statementPeriod'

const size = 9
const rowGap = 7
const columns = [
  { name: 'Date', x: page.margin, width: 70, align: 'left' },
  { name: 'Details', x: page.margin + 70, width: 189, align: 'left' },
  { name: 'Money out', x: page.margin + 267, width: 72, align: 'right' },
  { name: 'Money in', x: page.margin + 343, width: 72, align: 'right' },
  { name: 'Balance', x: page.margin + 419, width: 80, align: 'right' },
] as const
const [, details] = columns

type Cell = { blocks: Block[]; x: number; align: 'left' | 'right' }

/** A statement as a tagged PDF. */
export async function statementPdf(statement: Statement, account: AccountHolder, now: Date, tools: PdfTools) {
  const owner: Block = { ...footerText(ownerLine(account)), isOneLine: true }
  const blocks = [owner, ...statementBlocks(statement, account)]
  const pdf = await startPdf(`${brand.name} statement, ${daysOf(statement)}`, blocks, tools)
  writeStatement(pdf, statement, account)
  return pdf.finish(`${brand.name} ${statementTitle(account).toLowerCase()}. Created on ${formatDate(now)}.`, owner)
}

/** The texts of a statement that customers and other banks have written. */
export function statementBlocks({ entries }: Statement, account: AccountHolder): Block[] {
  return [...envelopeOf(account), ...nameOf(account), ...entries.flatMap(detailsOf)]
}

/** From the top of a new page. */
export function writeStatement(pdf: Pdf, statement: Statement, account: AccountHolder) {
  pdf.addPage()
  writeEntries(pdf, statement, writeHead(pdf, statement, account))
}

function envelopeOf({ holderName, address }: AccountHolder): Block[] {
  return [holderName, ...address].map(valueOf)
}

const nameOf = ({ savings }: AccountHolder): Block[] => (savings === undefined ? [] : [valueOf(savings)])

const valueOf = (text: string): Block => ({ text, size: 10, weight: 'regular', width: textWidth - 120 })

function writeHead(pdf: Pdf, statement: Statement, account: AccountHolder): number {
  let y: number = page.margin
  const line = (tag: string, block: Block, colour: 'ink' | 'muted' | 'brand' = 'ink', gap = 4) => {
    pdf.write(pdf.open(tag), block, page.margin, y, { colour })
    y += pdf.linesOf(block).length * lineHeight(block.size) + gap
  }
  line('P', plain(brand.name, 14, 'bold'), 'brand', 14)
  line('H1', plain(statementTitle(account), 18, 'bold'))
  line('P', plain(daysOf(statement), 10), 'muted', 12)
  const [holder = plain(account.holderName, 10), ...address] = envelopeOf(account)
  const facts = [
    { name: 'Account holder', value: holder },
    ...address.map((value, place) => ({ name: place === 0 ? 'Address' : '', value })),
    ...nameOf(account).map((value) => ({ name: 'Account', value })),
    { name: 'Sort code', value: plain(account.sortCode, 10) },
    { name: 'Account number', value: plain(account.accountNumber, 10) },
  ]
  for (const { name, value } of facts) y = writeFact(pdf, name, value, y)
  y += 12
  const sums = [
    { name: 'Opening balance', pence: statement.openingBalance },
    { name: 'Money in', pence: statement.moneyIn },
    { name: 'Money out', pence: statement.moneyOut },
    { name: 'Closing balance', pence: statement.closingBalance },
  ]
  for (const { name, pence } of sums) y = writeFact(pdf, name, plain(formatPence(pence), 10, 'bold'), y)
  if (hasReturns(statement)) line('P', plain(statementCopy.returns), 'muted')
  return y + 16
}

function writeEntries(pdf: Pdf, statement: Statement, top: number) {
  const table = pdf.open('Table')
  let y = top
  const write = (cells: Cell[], tag: 'TH' | 'TD') => {
    const row = pdf.open('TR', table)
    const height = heightOf(pdf, cells)
    for (const { blocks, x, align } of cells) {
      const element = pdf.open(tag, row, tag === 'TH' ? { scope: 'Column' } : {})
      let lineTop = y
      for (const block of blocks) {
        pdf.write(pdf.open('P', element), block, x, lineTop, { align })
        lineTop += pdf.linesOf(block).length * lineHeight(block.size)
      }
      element.end()
    }
    row.end()
    y += height
    pdf.rule(y - rowGap / 2)
  }
  write(headCells, 'TH')
  for (const cells of rowsOf(statement)) {
    if (y + heightOf(pdf, cells) > textBottom) {
      pdf.addPage()
      y = page.margin
      // The structure has the table's head once.
      for (const { blocks, x, align } of headCells) for (const block of blocks) pdf.decorate(block, x, y, { align })
      y += heightOf(pdf, headCells)
      pdf.rule(y - rowGap / 2)
    }
    write(cells, 'TD')
  }
  table.end()
  if (statement.entries.length === 0) {
    pdf.write(pdf.open('P'), plain(statementCopy.quiet, 10), page.margin, y + 6, { colour: 'muted' })
  }
}

function rowsOf({ first, last, openingBalance, closingBalance, entries }: Statement): Cell[][] {
  return [
    balanceRow(first, 'Opening balance', openingBalance),
    ...entries.map((entry) => [
      cell(0, [plain(formatDate(entry.createdAt))]),
      cell(1, detailsOf(entry)),
      cell(2, [amount(entry.amount < 0 ? -entry.amount : null)]),
      cell(3, [amount(entry.amount > 0 ? entry.amount : null)]),
      cell(4, [amount(entry.balanceAfter)]),
    ]),
    balanceRow(last, 'Closing balance', closingBalance),
  ]
}

const headCells = columns.map(({ name }, place) => cell(place, [plain(name, size, 'bold')]))

function balanceRow(day: string, name: string, pence: number): Cell[] {
  return [
    cell(0, [plain(formatDate(day))]),
    cell(1, [plain(name, size, 'bold')]),
    cell(2, [amount(null)]),
    cell(3, [amount(null)]),
    cell(4, [amount(pence, 'bold')]),
  ]
}

/** What customers and other banks have written in an entry. */
function detailsOf({ description, reference }: StatementEntry): Block[] {
  return [description, reference ?? '']
    .filter((text) => text !== '')
    .map((text) => plain(text, size, 'regular', details.width))
}

function cell(place: number, blocks: Block[]): Cell {
  const { x, width, align } = columns[place] ?? details
  return { x, align, blocks: blocks.map((block) => ({ ...block, width })) }
}

function plain(text: string, fontSize = size, weight: Block['weight'] = 'regular', width: number = textWidth): Block {
  return { text, size: fontSize, weight, width }
}

function amount(pence: number | null, weight: Block['weight'] = 'regular'): Block {
  return { ...plain(pence === null ? '' : formatPence(pence), size, weight), isOneLine: true }
}

function heightOf(pdf: Pdf, cells: Cell[]): number {
  const heights = cells.map(({ blocks }) =>
    blocks.reduce((sum, block) => sum + pdf.linesOf(block).length * lineHeight(block.size), 0),
  )
  return Math.max(...heights) + rowGap
}
