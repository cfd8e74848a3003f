import type { Changes, StaffTransaction } from './readTransactions'

/** The most rows of a step. */
export const pageSize = 50

/** Newest first, as the server sorts. */
function compareRows(one: StaffTransaction, other: StaffTransaction): number {
  return compareTimes(other.createdAt, one.createdAt) || (one.id < other.id ? 1 : -1)
}

/** Times have up to six decimals, which a Date would drop. */
function compareTimes(one: string, other: string): number {
  const difference = Date.parse(one) - Date.parse(other)
  if (difference !== 0) return difference
  return one < other ? -1 : one > other ? 1 : 0
}

/** The rows with what has changed since. A new row is shown where it belongs, unless that part is not loaded yet. */
export function withChanges(
  rows: StaffTransaction[],
  changes: Pick<Changes, 'fresh' | 'states'> | undefined,
  isWhole: boolean,
): StaffTransaction[] {
  if (changes === undefined) return rows
  const known = new Set(rows.map(({ id }) => id))
  const last = rows.at(-1)
  const added = changes.fresh.filter(
    (row) => !known.has(row.id) && (isWhole || (last !== undefined && compareRows(row, last) < 0)),
  )
  const all = added.length === 0 ? rows : [...added, ...rows].toSorted(compareRows)
  return all.map((row) => {
    const state = changes.states[row.id]
    if (state === undefined) return row
    const isSame =
      state.status === row.status &&
      state.reversedAt === row.reversedAt &&
      state.isCreditMissing === row.isCreditMissing
    return isSame ? row : { ...row, ...state }
  })
}
