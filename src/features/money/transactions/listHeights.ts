import type { TransactionDay } from './groupByDay'

// Heights in px, reserved for parts of the list that are not rendered yet. A row has a line above it, except the first one of
// a day, so that the heading is counted one pixel lower.

export const headingHeight = 47
export const rowHeight = 69

export function heightOf(days: TransactionDay[]): number {
  return days.length * headingHeight + countRows(days) * rowHeight
}

export function countRows(days: TransactionDay[]): number {
  return days.reduce((sum, day) => sum + day.transactions.length, 0)
}
