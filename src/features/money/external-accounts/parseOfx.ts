import { readAmount, readDay } from './readValues'
import {
  addRow,
  describe,
  emptyFile,
  notADay,
  notAnAmount,
  shortened,
  UnreadableFile,
  type Balance,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

/** OFX 1 is SGML, whose values have no closing tags; OFX 2 is XML with the same tags. QFX files are OFX. */
export function parseOfx(text: string): StatementFile {
  const currency = valueOf(text, 'CURDEF')
  if (currency !== undefined && currency !== 'GBP') {
    throw new UnreadableFile(`This statement is in ${shortened(currency)}. You can add accounts in pounds.`)
  }
  const file = emptyFile(valueOf(text, 'ORG') ?? 'Other bank')
  // STMTTRNP: transactions that are not final.
  file.leftOut.pending = text.match(/<STMTTRNP>/gi)?.length ?? 0
  let line = 1
  let counted = 0
  for (const { 0: block, index } of text.matchAll(/<STMTTRN>.*?(?=<\/?STMTTRN>|<\/BANKTRANLIST>|$)/gis)) {
    line += text.slice(counted, index).split('\n').length - 1
    counted = index
    addRow(file, `Line ${line}`, readRow(block))
  }
  const balance = ledgerBalance(text)
  return balance === null ? file : { ...file, balance }
}

function readRow(block: string): FileRow | Pick<FileProblem, 'reason'> {
  const id = valueOf(block, 'FITID')
  const [dayText, amountText] = [valueOf(block, 'DTPOSTED') ?? '', valueOf(block, 'TRNAMT') ?? '']
  const day = readDay(dayText)
  if (day === null) return notADay(dayText)
  const amount = readAmount(amountText)
  if (amount === null) return notAnAmount(amountText)
  return {
    ...(id !== undefined && { id }),
    day,
    amount,
    description: describe(valueOf(block, 'NAME'), valueOf(block, 'MEMO')),
  }
}

/** The balance of the account, without transactions that are not final. */
function ledgerBalance(text: string): Balance | null {
  const [block = ''] = /<LEDGERBAL>[^<]*(<(?!\/LEDGERBAL)[^<]*){1,8}/i.exec(text) ?? []
  const pence = readAmount(valueOf(block, 'BALAMT') ?? '')
  const day = readDay(valueOf(block, 'DTASOF') ?? '')
  return pence === null || day === null ? null : { day, pence }
}

function valueOf(text: string, tag: string): string | undefined {
  const value = new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(text)?.[1]?.trim()
  return value === undefined || value === '' ? undefined : decodeEntities(value)
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
