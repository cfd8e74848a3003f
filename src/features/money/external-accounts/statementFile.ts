import { formatPence } from '@/lib/money'
import { canBeTwo } from './readValues'

/** A row of a statement file. `amount` and `balance` in pence, negative for outgoing money and for a debt. */
export type FileRow = {
  /** The bank's id of the transaction. */
  id?: string
  /** 'YYYY-MM-DD' */
  day: string
  amount: number
  description: string
  /** What the file says of the account after this row. */
  balance?: number
  /** The account, in a file that names accounts. */
  account?: string
  /** Whether the direction is asked for. In a file that has such rows, the others do not turn with the answer. */
  isUnsure?: true
}

/** An account that a file names. */
export type FileAccount = {
  name: string
  /** Before the first row, in pence. */
  opening?: number
  /** After the last row, where the rows have none. */
  balance?: Balance
}

/** What could not be read, and where: 'Line 5'. */
export type FileProblem = { place: string; reason: string }

/** The balance of an account after all rows of a day. */
export type Balance = { day: string; pence: number }

/** What a file does not say: whether 05/10 is a day of May, and whether its amounts are the other way round. */
export type Question = 'dayOrder' | 'direction'

export type StatementFile = {
  /** The suggested name of the account. */
  bank: string
  rows: FileRow[]
  problems: FileProblem[]
  /**
   * How many rows are left out: not final, so that their day or amount may change; of £0.00; and opening balances, which are
   * no transactions. Declined rows never moved money.
   */
  leftOut: { pending: number; zero: number; opening: number; declined?: number }
  /** The accounts that have rows, in a file that names them. Only one of several can be imported at a time. */
  accounts?: FileAccount[]
  /** The last balance of a file whose rows have none. */
  balance?: Balance
  questions: Question[]
}

export const emptyFile = (bank: string): StatementFile => ({
  bank: describe(bank).slice(0, 60),
  rows: [],
  problems: [],
  leftOut: { pending: 0, zero: 0, opening: 0 },
  questions: [],
})

/** Adds what was read at a place of the file. */
export function addRow(file: StatementFile, place: string, row: FileRow | Pick<FileProblem, 'reason'>): void {
  checkRowCount(file.rows.length + file.problems.length + 1)
  if ('reason' in row) file.problems.push({ place, ...row })
  else if (row.amount === 0) file.leftOut.zero += 1
  else file.rows.push(row)
}

/** Keeps the accounts that have rows. */
export function withAccounts(file: StatementFile, found: FileAccount[] = []): StatementFile {
  const names = [...new Set(file.rows.map(({ account }) => account))].filter((name) => name !== undefined)
  if (names.length === 0) return file
  // A file can have a statement for each month of an account. The newest balance counts.
  const newestFirst = found.toSorted((a, b) => (b.balance?.day ?? '').localeCompare(a.balance?.day ?? ''))
  return { ...file, accounts: names.map((name) => newestFirst.find((account) => account.name === name) ?? { name }) }
}

/** A file that cannot be read at all. The message is for the customer. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

export const limits = { bytes: 10_000_000, rows: 50_000 }
export const tooLarge = 'This file is larger than 10 MB. Choose a shorter period.'

/** Ends the reading of a file with too many rows. */
export function checkRowCount(count: number): void {
  if (count > limits.rows) throw new UnreadableFile('This file has more than 50,000 rows. Choose a shorter period.')
}

// Why a row cannot be read.
export const notADay = (text: string) => ({ reason: `'${shortened(text)}' isn't a date.` })
export const notAnAmount = (text: string) => ({
  reason: canBeTwo(text)
    ? `'${shortened(text)}' can be ${formatPence(digitsOf(text) / 10)} or ${formatPence(100 * digitsOf(text))}.`
    : `'${shortened(text)}' isn't an amount.`,
})
export const noDirection = { reason: "The file doesn't say if this is money in or out." }
export const notInPounds = (currency: string) => ({
  reason: `The amount is in ${shortened(currency) || 'an unknown currency'}, not in pounds.`,
})

const digitsOf = (text: string) => Number(text.replace(/\D/g, ''))

/** At most 40 characters of a text of the file. */
export const shortened = (text: string) => (text.length > 40 ? `${firstCharacters(text, 40)}…` : text)

/** The text on one line, without invisible characters. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

const firstCharacters = (text: string, count: number) =>
  // A character has at most two code units.
  Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')

/** The text on one line, at most as long as the database stores. */
export function describe(...texts: (string | undefined)[]): string {
  const parts = texts.map((text) => onOneLine(text ?? ''))
  const text = parts.filter((part, place) => part !== '' && parts.indexOf(part) === place).join(' ')
  return firstCharacters(text || 'No description', 140)
}

/** The first part of a row's key, which leaves room for a number. */
export const keyBase = (text: string): string => firstCharacters(onOneLine(text), 90)
