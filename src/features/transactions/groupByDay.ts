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

/** Days in the order of their rows, which stay in theirs. */
export function groupByDay(transactions: Transaction[]): TransactionDay[] {
  const days: TransactionDay[] = []
  for (const transaction of transactions) {
    const day = londonDay(transaction.createdAt)
    const current = days.at(-1)
    if (current?.day === day) current.transactions.push(transaction)
    else days.push({ day, heading: formatDayHeading(day), year: day.slice(0, 4), transactions: [transaction] })
  }
  return days
}
