import { list, nullable, object, pounds, text } from '@/lib/json'
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
  entries: StatementEntry[]
}

/** Whether each balance follows from the one before it, up to the closing balance. */
export function addsUp({ openingBalance, closingBalance, entries }: Statement): boolean {
  let balance = openingBalance
  for (const { amount, balanceAfter } of entries) {
    balance += amount
    if (balance !== balanceAfter) return false
  }
  return balance === closingBalance
}

/** The totals of incoming and outgoing money, both positive, in pence. */
export function sumUp(entries: StatementEntry[]): { moneyIn: number; moneyOut: number } {
  let moneyIn = 0
  let moneyOut = 0
  for (const { amount } of entries) {
    if (amount > 0) moneyIn += amount
    else moneyOut -= amount
  }
  return { moneyIn, moneyOut }
}

const readDocument = object({
  opening_balance: pounds,
  closing_balance: pounds,
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
    entries: document.entries.map(({ created_at: createdAt, balance_after: balanceAfter, ...entry }) => ({
      ...entry,
      createdAt,
      balanceAfter,
    })),
  }
}
