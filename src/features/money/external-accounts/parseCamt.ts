import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml'
import { readAmount, readDay } from './readValues'
import {
  addRow,
  describe,
  emptyFile,
  notADay,
  notAnAmount,
  notInPounds,
  UnreadableFile,
  type Balance,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

/** A statement as CAMT.053 (ISO 20022), of any version. */
export function parseCamt(text: string): StatementFile {
  const root = readXml(text)
  const file = emptyFile(bankOf(root))
  for (const [place, entry] of descendants(root, 'Ntry').entries()) {
    const status = textAt(entry, 'Sts')
    if (status === 'PDNG' || status === 'INFO') {
      file.leftOut.pending += 1
      continue
    }
    addRow(file, `Entry ${place + 1}`, readEntry(entry))
  }
  const balance = closingBalance(root)
  return balance === null ? file : { ...file, balance }
}

/** The booked balance at the end of the newest statement of the file. */
function closingBalance(root: XmlElement): Balance | null {
  const balances = descendants(root, 'Bal')
    .filter((element) => descendants(element, 'Cd').some(({ text }) => text.trim() === 'CLBD'))
    .map((element) => {
      const pence = readAmount(textAt(element, 'Amt'))
      const day = readDay(textAt(element, 'Dt'))
      const isDebt = textAt(element, 'CdtDbtInd') === 'DBIT'
      return pence === null || day === null ? null : { day, pence: isDebt ? -pence : pence }
    })
  return balances.filter((balance) => balance !== null).toSorted((a, b) => b.day.localeCompare(a.day))[0] ?? null
}

function readXml(text: string): XmlElement {
  try {
    const { root } = parseXml(text)
    if (root !== null) return root
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFile("This isn't a statement: its elements are nested too deeply.")
    if (!(error instanceof XmlError)) throw error
    throw new UnreadableFile(`Line ${error.line}: this is not a complete XML file.`)
  }
  throw new UnreadableFile('This file is empty.')
}

function readEntry(entry: XmlElement): FileRow | Pick<FileProblem, 'reason'> {
  const [amountElement] = childrenOf(entry, 'Amt')
  const currency = amountElement?.attributes.Ccy ?? ''
  if (currency !== 'GBP') return notInPounds(currency)
  const amount = readAmount(amountElement?.text ?? '')
  if (amount === null) return notAnAmount(amountElement?.text ?? '')
  const dayText = textAt(entry, 'BookgDt') || textAt(entry, 'ValDt')
  const day = readDay(dayText)
  if (day === null) return notADay(dayText)
  const isOut = textAt(entry, 'CdtDbtInd') === 'DBIT'
  const [party] = descendants(entry, isOut ? 'Cdtr' : 'Dbtr')
  const name = party === undefined ? '' : (descendants(party, 'Nm')[0]?.text ?? '')
  const remittance = descendants(entry, 'Ustrd').map(({ text }) => text)
  const id = textAt(entry, 'AcctSvcrRef')
  return {
    ...(id !== '' && { id }),
    day,
    amount: isOut ? -amount : amount,
    description: describe(
      name,
      ...remittance,
      ...(name === '' && remittance.length === 0 ? [textAt(entry, 'AddtlNtryInf')] : []),
    ),
  }
}

function bankOf(root: XmlElement): string {
  const [servicer] = descendants(root, 'Svcr')
  const name = servicer === undefined ? undefined : descendants(servicer, 'Nm')[0]?.text
  return name ?? 'Other bank'
}

/** The name without the prefix of its namespace. */
const localName = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1)

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child instanceof XmlElement).filter((child) => localName(child) === name)
}

function descendants(element: XmlElement, name: string): XmlElement[] {
  return element.children
    .filter((child) => child instanceof XmlElement)
    .flatMap((child) => (localName(child) === name ? [child] : descendants(child, name)))
}

function textAt(element: XmlElement, name: string): string {
  return childrenOf(element, name)[0]?.text.trim() ?? ''
}
