import { parseAmount, readDay } from './readValues'
import {
  addRow,
  checkRowCount,
  describe,
  emptyFile,
  notADay,
  notAnAmount,
  notInPounds,
  shortened,
  UnreadableFile,
  withAccounts,
  type Balance,
  type FileAccount,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

/** OFX 1 is SGML, whose values have no closing tags; OFX 2 is XML with the same tags. QFX files are OFX. */
export function parseOfx(text: string): StatementFile {
  const statements = [...text.matchAll(/<(CC)?STMTRS>.*?(?=<(?:CC)?STMTRS>|$)/gis)]
  const parts =
    statements.length > 0 ? statements.map(({ 0: part, index }) => ({ part, index })) : [{ part: text, index: 0 }]
  const currencies = parts.map(({ part: statement }) => valueOf(statement, 'CURDEF') ?? 'GBP')
  if (currencies.every((currency) => currency !== 'GBP')) {
    throw new UnreadableFile(`This statement is in ${shortened(currencies[0] ?? '')}. You can add accounts in pounds.`)
  }
  const file = emptyFile(valueOf(text, 'ORG') ?? 'Other bank')
  // STMTTRNP: transactions that are not final.
  file.leftOut.pending = text.match(/<STMTTRNP>/gi)?.length ?? 0
  const rows = rowsOf(text)
  checkRowCount(rows.length)
  const isUnsigned = hasNoSigns(rows)
  const accounts = parts.map(({ part: statement, index }, place) =>
    readStatement(file, statement, {
      firstLine: text.slice(0, index).split('\n').length,
      currency: currencies[place] ?? 'GBP',
      isUnsigned,
    }),
  )
  if (file.rows.some(({ isUnsure }) => isUnsure)) file.questions.push('direction')
  const [only] = accounts
  const balance = accounts.length === 1 ? only?.balance : undefined
  return withAccounts(balance === undefined ? file : { ...file, balance }, accounts)
}

const rowsOf = (text: string) => [...text.matchAll(/<STMTTRN>.*?(?=<\/?STMTTRN>|<\/BANKTRANLIST>|$)/gis)]

/** The types that are money in, and money out, by their definition. The sign of the amount tells for all others. */
const incoming = ['CREDIT', 'DEP', 'DIRECTDEP', 'DIV']
const outgoing = ['DEBIT', 'DIRECTDEBIT', 'REPEATPMT', 'CASH']
const typeOf = (block: string) => valueOf(block, 'TRNTYPE')?.toUpperCase() ?? ''

/** Amounts of OFX are negative for money out. A file whose debits are positive has left out the signs. */
function hasNoSigns(rows: RegExpExecArray[]): boolean {
  return (
    rows.some(([block]) => outgoing.includes(typeOf(block))) &&
    rows.every(([block]) => (parseAmount(valueOf(block, 'TRNAMT') ?? '') ?? 0) >= 0)
  )
}

/** One account of the file. */
function readStatement(
  file: StatementFile,
  text: string,
  { firstLine, currency, isUnsigned }: { firstLine: number; currency: string; isUnsigned: boolean },
): FileAccount {
  const name = valueOf(text, 'ACCTID')
  let line = firstLine
  let counted = 0
  for (const { 0: block, index } of rowsOf(text)) {
    line += text.slice(counted, index).split('\n').length - 1
    counted = index
    const row = currency === 'GBP' ? readRow(block, isUnsigned) : notInPounds(currency)
    addRow(file, `Line ${line}`, 'reason' in row || name === undefined ? row : { ...row, account: name })
  }
  const balance = ledgerBalance(text)
  return { name: name ?? '', ...(balance !== null && { balance }) }
}

function readRow(block: string, isUnsigned: boolean): FileRow | Pick<FileProblem, 'reason'> {
  const id = valueOf(block, 'FITID')
  const [dayText, amountText] = [valueOf(block, 'DTPOSTED') ?? '', valueOf(block, 'TRNAMT') ?? '']
  const day = readDay(dayText)
  if (day === null) return notADay(dayText)
  // The amount of ORIGCURRENCY is converted already.
  const currency = valueOf(/<CURRENCY>.*/is.exec(block)?.[0] ?? '', 'CURSYM') ?? 'GBP'
  if (currency !== 'GBP') return notInPounds(currency)
  const amount = parseAmount(amountText)
  if (amount === null) return notAnAmount(amountText)
  const type = typeOf(block)
  return {
    ...(id !== undefined && { id }),
    day,
    amount: isUnsigned && outgoing.includes(type) ? -amount : amount,
    description: describe(valueOf(block, 'NAME'), valueOf(block, 'MEMO')),
    ...(isUnsigned && ![...incoming, ...outgoing].includes(type) && { isUnsure: true }),
  }
}

/** The balance of the account, without transactions that are not final. */
function ledgerBalance(text: string): Balance | null {
  const [block = ''] = /<LEDGERBAL>[^<]*(<(?!\/LEDGERBAL)[^<]*){1,8}/i.exec(text) ?? []
  const pence = parseAmount(valueOf(block, 'BALAMT') ?? '')
  const day = readDay(valueOf(block, 'DTASOF') ?? '')
  return pence === null || day === null ? null : { day, pence }
}

function valueOf(text: string, tag: string): string | undefined {
  const [, data, plain = ''] =
    new RegExp(`<${tag}>\\s*(?:<!\\[CDATA\\[(.*?)\\]\\]>|([^<\\r\\n]*))`, 'is').exec(text) ?? []
  // Some banks encode twice.
  const value = (data ?? decodeEntities(decodeEntities(plain))).trim()
  return value === '' ? undefined : value
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined || hex !== undefined)
      return fromCode(decimal === undefined ? parseInt(hex, 16) : Number(decimal))
    return entities[String(name).toLowerCase()] ?? whole
  })
}

const fromCode = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
