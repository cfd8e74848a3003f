import { readAmount, readDay } from './readValues'
import { describe, notADay, notAnAmount, UnreadableFile, type StatementFile } from './statementFile'

/** OFX 1 is SGML, whose values have no closing tags; OFX 2 is XML with the same tags. QFX files are OFX. */
export function parseOfx(text: string): StatementFile {
  const currency = valueOf(text, 'CURDEF')
  if (currency !== undefined && currency !== 'GBP') {
    throw new UnreadableFile(`This statement is in ${currency}. You can add accounts in pounds.`)
  }
  const file: StatementFile = {
    bank: describe(valueOf(text, 'ORG') ?? 'Other bank').slice(0, 60),
    rows: [],
    // STMTTRNP: transactions that are not final.
    pending: text.match(/<STMTTRNP>/gi)?.length ?? 0,
    problems: [],
  }
  let line = 1
  let counted = 0
  for (const { 0: block, index } of text.matchAll(/<STMTTRN>.*?(?=<\/?STMTTRN>|<\/BANKTRANLIST>|$)/gis)) {
    line += text.slice(counted, index).split('\n').length - 1
    counted = index
    const id = valueOf(block, 'FITID')
    const [dayText, amountText] = [valueOf(block, 'DTPOSTED') ?? '', valueOf(block, 'TRNAMT') ?? '']
    const day = readDay(dayText)
    const amount = readAmount(amountText)
    const place = `Line ${line}`
    if (day === null) file.problems.push({ place, ...notADay(dayText) })
    else if (amount === null) file.problems.push({ place, ...notAnAmount(amountText) })
    else if (amount !== 0) {
      const description = describe(valueOf(block, 'NAME'), valueOf(block, 'MEMO'))
      file.rows.push({ ...(id !== undefined && { id }), day, amount, description })
    }
  }
  return file
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
