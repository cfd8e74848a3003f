/** A row of a statement file. `amount` in pence, negative for outgoing money. */
export type FileRow = {
  /** The bank's id of the transaction. */
  id?: string
  /** 'YYYY-MM-DD' */
  day: string
  amount: number
  description: string
}

/** What could not be read, and where: 'Line 5'. */
export type FileProblem = { place: string; reason: string }

export type StatementFile = {
  /** The suggested name of the account. */
  bank: string
  rows: FileRow[]
  problems: FileProblem[]
  /** How many rows are not final. They are left out, because their day or amount may change. */
  pending: number
}

/** A file that cannot be read at all. The message is for the customer. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

export const limits = { bytes: 10_000_000, rows: 50_000 }
export const tooLarge = 'This file is larger than 10 MB. Choose a shorter period.'

// Why a row cannot be read.
export const notADay = (text: string) => ({ reason: `'${text}' isn't a date.` })
export const notAnAmount = (text: string) => ({ reason: `'${text}' isn't an amount.` })
export const notInPounds = (currency: string) => ({
  reason: `The amount is in ${currency || 'an unknown currency'}, not in pounds.`,
})

/** The text on one line, without invisible characters. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

const firstCharacters = (text: string, count: number) => Array.from(text).slice(0, count).join('')

/** The text on one line, at most as long as the database stores. */
export function describe(...texts: (string | undefined)[]): string {
  const parts = texts.map((text) => onOneLine(text ?? ''))
  const text = parts.filter((part, place) => part !== '' && parts.indexOf(part) === place).join(' ')
  return firstCharacters(text || 'No description', 140)
}

/** The first part of a row's key, which leaves room for a number. */
export const keyBase = (text: string): string => firstCharacters(onOneLine(text), 90)
