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

/** The text of a file in UTF-8, UTF-16 or Windows-1252, without its byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Without a mark: every second byte of English text is zero.
  if (second === 0 && fourth === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && third === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
