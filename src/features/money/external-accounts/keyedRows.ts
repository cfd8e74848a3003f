import type { ExternalTransaction } from './queries'
import { keyBase, type FileRow } from './statementFile'

/**
 * Gives each row the key that it has in every file: its day, its amount, and the bank's id or else its text. Some banks use
 * their ids again each month. Equal rows are numbered, so that two coffees of a day stay two. A file has all rows of a day, so the numbers agree between files.
 */
export function keyedRows(rows: FileRow[]): ExternalTransaction[] {
  const counts = new Map<string, number>()
  return rows.map(({ id, day, amount, description }) => {
    const base = keyBase(`${day} ${amount} ${id === undefined ? description : `id ${id}`}`)
    const count = (counts.get(base) ?? 0) + 1
    counts.set(base, count)
    return { key: `${base} ${count}`, day, amount, description }
  })
}
