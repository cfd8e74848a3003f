import type { TransactionDay } from './groupByDay'

// Heights in px, reserved for parts of the list that are not rendered yet. A row is counted with the line above it.

export const headingHeight = 28
export const rowHeight = 60

export function heightOf(days: TransactionDay[]): number {
  return days.length * headingHeight + countRows(days) * rowHeight
}

export function countRows(days: TransactionDay[]): number {
  return days.reduce((sum, day) => sum + day.transactions.length, 0)
}
