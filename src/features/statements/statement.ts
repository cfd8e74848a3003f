import type { Json } from '@/lib/database.types'
import { poundsToPence } from '@/lib/money'

/** One movement of the account. `amount` in pence, below zero where money went out. */
export type StatementEntry = {
  createdAt: string
  description: string
  reference: string | null
  amount: number
  balanceAfter: number
}

/** A month of an account as the ledger has it, oldest entry first. Amounts in pence. */
export type Statement = {
  /** 'YYYY-MM'. */
  month: string
  openingBalance: number
  closingBalance: number
  entries: StatementEntry[]
}

/** Whether every balance follows from the one before it, from the opening to the closing balance. */
export function addsUp({ openingBalance, closingBalance, entries }: Statement): boolean {
  let balance = openingBalance
  for (const { amount, balanceAfter } of entries) {
    balance += amount
    if (balance !== balanceAfter) return false
  }
  return balance === closingBalance
}

/** What came in and what went out, both positive, in pence. */
export function sumUp(entries: StatementEntry[]): { moneyIn: number; moneyOut: number } {
  let moneyIn = 0
  let moneyOut = 0
  for (const { amount } of entries) {
    if (amount > 0) moneyIn += amount
    else moneyOut -= amount
  }
  return { moneyIn, moneyOut }
}

/** The document that the bank gives for a month; null when it is anything else. */
export function readStatement(month: string, document: Json): Statement | null {
  const fields = fieldsOf(document)
  const entries = Array.isArray(fields.entries) ? fields.entries.map(readEntry) : [null]
  const openingBalance = readPounds(fields.opening_balance)
  const closingBalance = readPounds(fields.closing_balance)
  if (openingBalance === null || closingBalance === null || !entries.every((entry) => entry !== null)) return null
  return { month, openingBalance, closingBalance, entries }
}

function readEntry(row: Json): StatementEntry | null {
  const { created_at: createdAt, description, reference, ...amounts } = fieldsOf(row)
  const amount = readPounds(amounts.amount)
  const balanceAfter = readPounds(amounts.balance_after)
  if (typeof createdAt !== 'string' || typeof description !== 'string' || amount === null || balanceAfter === null) {
    return null
  }
  return { createdAt, description, reference: typeof reference === 'string' ? reference : null, amount, balanceAfter }
}

function fieldsOf(value: Json): { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function readPounds(value: Json | undefined): number | null {
  return typeof value === 'number' || typeof value === 'string' ? poundsToPence(value) : null
}
