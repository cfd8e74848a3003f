import type { AccountHolder } from './accountHolder'
import type { Letter } from './letter'
import type { Records } from './recordsPdf'
import type { Statement } from './statement'

/** What the worker is asked to make. */
export type PdfOrder =
  | { document: 'statement'; statement: Statement; account: AccountHolder }
  | ({ document: 'records' } & Records)
  | { document: 'letter'; letter: Letter }
  | { document: 'proof of account'; openedIn: string; account: AccountHolder }

/** What the worker answers: the file, or why there is none. */
export type PdfAnswer = { bytes: Uint8Array<ArrayBuffer> } | { problem: string }
