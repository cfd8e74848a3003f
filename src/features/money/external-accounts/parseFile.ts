import { decodeText } from './decodeText'
import { parseCamt } from './parseCamt'
import { parseCsv } from './parseCsv'
import { parseOfx } from './parseOfx'
import { parseQif } from './parseQif'
import { parseSantander, santanderStart } from './parseSantander'
import { limits, tooLarge, UnreadableFile, type StatementFile } from './statementFile'

/** Reads a statement file of another bank. Throws UnreadableFile with the reason. */
export function parseFile(bytes: Uint8Array): StatementFile {
  if (bytes.length > limits.bytes) throw new UnreadableFile(tooLarge)
  const text = decodeText(bytes)
  if (text.trim() === '') throw new UnreadableFile('This file is empty.')
  return parserOf(text.slice(0, 2000))(text)
}

function parserOf(start: string): (text: string) => StatementFile {
  if (/OFXHEADER|<OFX>/i.test(start)) return parseOfx
  if (/camt\.053|<(\w+:)?BkToCstmrStmt/.test(start)) return parseCamt
  if (/^\s*!(type|account|option|clear)\b/i.test(start)) return parseQif
  if (santanderStart.test(start)) return parseSantander
  if (/^\s*(\{1:|:20:)/.test(start) || /^:60F:/m.test(start))
    throw new UnreadableFile('This is an MT940 file. Save it as CSV, OFX or CAMT at your bank.')
  if (start.startsWith('%PDF'))
    throw new UnreadableFile('This is a PDF. Download the statement as CSV, QIF, OFX or XML from your bank.')
  if (start.startsWith('PK')) throw new UnreadableFile('This is a spreadsheet. Save it as CSV first.')
  if (/^\s*<(\?xml|!doctype|html)/i.test(start)) throw new UnreadableFile("This isn't a statement in OFX or CAMT.053.")
  return parseCsv
}
