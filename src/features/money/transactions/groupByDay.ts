import { formatDayHeading, londonDay } from '@/lib/dates'
import type { Transaction } from './queries'

export type TransactionDay = {
  /** YYYY-MM-DD in London. */
  day: string
  /** 'Saturday, 21 Nov'. */
  heading: string
  year: string
  /** What the day's transactions add to the balance, in pence. Null: further rows of the day are not loaded. */
  total: number | null
  transactions: Transaction[]
}

/**
 * Groups rows by day, in order. A day with unchanged rows is the same object as before. `hasMore`: further rows are not
 * loaded, and the last day may continue in them.
 */
export function groupByDay(transactions: Transaction[], hasMore = false): TransactionDay[] {
  const days: { day: string; rows: Transaction[] }[] = []
  for (const transaction of transactions) {
    const day = dayOf(transaction)
    const current = days.at(-1)
    if (current?.day === day) current.rows.push(transaction)
    else days.push({ day, rows: [transaction] })
  }
  return days.map(({ day, rows }, place) => toTransactionDay(day, rows, !hasMore || place < days.length - 1))
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

function toTransactionDay(day: string, transactions: Transaction[], isWhole: boolean): TransactionDay {
  const [first] = transactions
  const known = first && dayByFirstRow.get(first)
  if (known?.transactions.length === transactions.length && (known.total !== null) === isWhole) {
    if (transactions.every((row, place) => row === known.transactions[place])) return known
  }
  const total = isWhole ? totalOf(transactions) : null
  const fresh = { day, heading: formatDayHeading(day), year: day.slice(0, 4), total, transactions }
  if (first !== undefined) dayByFirstRow.set(first, fresh)
  return fresh
}

/** Money that came back is in no total: its rows are struck through. */
function totalOf(transactions: Transaction[]): number {
  return transactions
    .filter(({ status, reversedAt }) => status !== 'failed' && reversedAt === null)
    .reduce((sum, { amount, incoming }) => sum + (incoming ? amount : -amount), 0)
}
