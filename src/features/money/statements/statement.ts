import { WordedError } from '@/lib/errors'
import { list, nullable, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import type { Period } from './statementPeriod'

/** An entry of the account. `amount` in pence, negative for outgoing money. */
export type StatementEntry = {
  createdAt: string
  description: string
  reference: string | null
  amount: number
  balanceAfter: number
}

/** Days of an account from the ledger, oldest entry first. Amounts in pence. */
export type Statement = Period & {
  openingBalance: number
  closingBalance: number
  /** Without money that left and was returned on these days. */
  moneyIn: number
  moneyOut: number
  entries: StatementEntry[]
}

/** Whether each balance follows from the one before it, up to the closing balance, and the totals say the same. */
export function addsUp({ openingBalance, closingBalance, moneyIn, moneyOut, entries }: Statement): boolean {
  let balance = openingBalance
  for (const { amount, balanceAfter } of entries) {
    balance += amount
    if (balance !== balanceAfter) return false
  }
  return balance === closingBalance && openingBalance + moneyIn - moneyOut === closingBalance
}

/** Whether an entry returned money that had left on these days: the totals then leave out both. */
export function hasReturns({ entries, moneyIn }: Statement): boolean {
  return entries.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0) !== moneyIn
}

const readDocument = object({
  opening_balance: pounds,
  closing_balance: pounds,
  paid_in: pounds,
  paid_out: pounds,
  entries: list(
    object({
      created_at: text,
      description: text,
      reference: nullable(text),
      amount: pounds,
      balance_after: pounds,
    }),
  ),
})

/** The statement in the answer of get_statement. Null: the answer has another shape. */
export function readStatement(period: Period, json: unknown): Statement | null {
  const document = readDocument(json)
  if (document === undefined) return null
  return {
    ...period,
    openingBalance: document.opening_balance,
    closingBalance: document.closing_balance,
    moneyIn: document.paid_in,
    moneyOut: document.paid_out,
    entries: document.entries.map(({ created_at: createdAt, balance_after: balanceAfter, ...entry }) => ({
      ...entry,
      createdAt,
      balanceAfter,
    })),
  }
}

/** The statement in the answer of the server. A wrong one is not shown: customers pass statements on to landlords and tax offices. */
export function readSoundStatement(period: Period, json: unknown): Statement {
  const statement = readStatement(period, json)
  if (statement === null || !addsUp(statement)) {
    throw new WordedError("This statement doesn't add up, so we can't show it. Please try again.")
  }
  return statement
}
