import type { TransactionDay } from './groupByDay'

/** The newest days, with `rows` rows in all. */
export function firstDays(days: TransactionDay[], rows: number): TransactionDay[] {
  const first: TransactionDay[] = []
  let left = rows
  for (const day of days) {
    if (left <= 0) break
    const { transactions } = day
    first.push(transactions.length <= left ? day : { ...day, transactions: transactions.slice(0, left) })
    left -= transactions.length
  }
  return first
}
