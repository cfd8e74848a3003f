import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml'
import { parseAmount, readDay } from './readValues'
import {
  addRow,
  describe,
  emptyFile,
  notADay,
  notAnAmount,
  notInPounds,
  UnreadableFile,
  withAccounts,
  type Balance,
  type FileAccount,
  type FileProblem,
  type FileRow,
  type StatementFile,
} from './statementFile'

/** A statement as CAMT.053 (ISO 20022), of any version. */
export function parseCamt(text: string): StatementFile {
  const root = readXml(text)
  const file = emptyFile(bankOf(root))
  const statements = descendants(root, 'Stmt')
  const accounts: FileAccount[] = []
  let place = 0
  for (const statement of statements.length > 0 ? statements : [root]) {
    const name = accountOf(statement)
    for (const entry of descendants(statement, 'Ntry')) {
      place += 1
      const status = textAt(entry, 'Sts').toUpperCase()
      if (status === 'PDNG' || status === 'INFO' || status === 'FUTR') file.leftOut.pending += 1
      else {
        const row = readEntry(entry)
        addRow(file, `Entry ${place}`, 'reason' in row || name === undefined ? row : { ...row, account: name })
      }
    }
    const before = accounts.find((account) => account.name === (name ?? ''))
    const [opening, closing] = [balanceOf(statement, ['OPBD', 'PRCD'], 'first'), balanceOf(statement, ['CLBD'], 'last')]
    // A file can have a statement for each day of an account.
    const isLater = (closing?.day ?? '') >= (before?.balance?.day ?? '')
    const balance = isLater ? (closing ?? before?.balance) : before?.balance
    const first = isLater ? (before?.opening ?? opening?.pence) : (opening?.pence ?? before?.opening)
    accounts.splice(before === undefined ? accounts.length : accounts.indexOf(before), 1, {
      name: name ?? '',
      ...(balance !== undefined && { balance }),
      ...(first !== undefined && { opening: first }),
    })
  }
  const [only] = accounts
  const balance = accounts.length === 1 ? only?.balance : undefined
  return withAccounts(balance === undefined ? file : { ...file, balance }, accounts)
}

function accountOf(statement: XmlElement): string | undefined {
  const [account] = childrenOf(statement, 'Acct')
  const [id] = account === undefined ? [] : childrenOf(account, 'Id')
  if (account === undefined || id === undefined) return undefined
  const [other] = childrenOf(id, 'Othr')
  const number = textAt(id, 'IBAN') || (other === undefined ? '' : textAt(other, 'Id'))
  // An account can have a part in each currency, with one number.
  const currency = textAt(account, 'Ccy')
  return number === '' ? undefined : [number, currency === 'GBP' ? '' : currency].join(' ').trim()
}

/** A booked balance of a statement in pounds. */
function balanceOf(statement: XmlElement, types: string[], which: 'first' | 'last'): Balance | undefined {
  const balances = descendants(statement, 'Bal')
    .filter((element) => descendants(element, 'Cd').some(({ text }) => types.includes(text.trim())))
    .filter((element) => childrenOf(element, 'Amt')[0]?.attributes.Ccy === 'GBP')
    .map((element) => {
      const pence = parseAmount(textAt(element, 'Amt'))
      const day = readDay(textAt(element, 'Dt'))
      const isDebt = textAt(element, 'CdtDbtInd') === 'DBIT'
      return pence === null || day === null ? null : { day, pence: isDebt ? -pence : pence }
    })
    .filter((balance) => balance !== null)
    .toSorted((a, b) => a.day.localeCompare(b.day))
  return which === 'first' ? balances[0] : balances.at(-1)
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
  const amount = parseAmount(amountElement?.text ?? '')
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
      ...[
        name,
        ...remittance,
        ...(name === '' && remittance.length === 0 ? [textAt(entry, 'AddtlNtryInf')] : []),
        // Some banks encode twice.
      ].map((part) => part.replace(/&amp;/g, '&')),
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
