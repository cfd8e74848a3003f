import { formatDayHeading, londonDay } from '@/lib/dates'
import type { Transaction } from './queries'

export type TransactionDay = {
  /** YYYY-MM-DD in London. */
  day: string
  /** 'Saturday, 21 Nov'. */
  heading: string
  year: string
  transactions: Transaction[]
}

/** Groups rows by day, in order. A day with unchanged rows is the same object as before. */
export function groupByDay(transactions: Transaction[]): TransactionDay[] {
  const days: { day: string; rows: Transaction[] }[] = []
  for (const transaction of transactions) {
    const day = dayOf(transaction)
    const current = days.at(-1)
    if (current?.day === day) current.rows.push(transaction)
    else days.push({ day, rows: [transaction] })
  }
  return days.map(({ day, rows }) => toTransactionDay(day, rows))
}

// A list of thousands grows by fifty. Unchanged days must not be computed again (time zones are slow) and must keep their
// identity for memoised components.
const dayOfRow = new WeakMap<Transaction, string>()
const dayByFirstRow = new WeakMap<Transaction, TransactionDay>()

function dayOf(transaction: Transaction): string {
  const known = dayOfRow.get(transaction)
  if (known !== undefined) return known
  const day = londonDay(transaction.createdAt)
  dayOfRow.set(transaction, day)
  return day
}

function toTransactionDay(day: string, transactions: Transaction[]): TransactionDay {
  const [first] = transactions
  const known = first && dayByFirstRow.get(first)
  if (known?.transactions.length === transactions.length) {
    if (transactions.every((row, place) => row === known.transactions[place])) return known
  }
  const fresh = { day, heading: formatDayHeading(day), year: day.slice(0, 4), transactions }
  if (first !== undefined) dayByFirstRow.set(first, fresh)
  return fresh
}
