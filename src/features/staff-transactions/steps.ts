import type { Changes, Page, Place, StaffTransaction } from './readTransactions'

export type Sort = 'newest' | 'oldest' | 'highest' | 'lowest'

/**
 * One call of a search, which examines at most 10,000 rows. By time, the rows are found in order. By amount, a pass goes
 * through all rows and keeps the best; the next pass starts again for the rows beyond the last of them.
 */
export type Step = { after: Place | null; beyond: StaffTransaction | null; best: StaffTransaction[] }

export const firstStep: Step = { after: null, beyond: null, best: [] }

export function isByAmount(sort: Sort): boolean {
  return sort === 'highest' || sort === 'lowest'
}

/** The most rows of a step. A pass by amount costs more, so it keeps more. */
export function pageSize(sort: Sort): number {
  return isByAmount(sort) ? 100 : 50
}

/** The rows of a step. By amount, the best of the pass so far. */
export function mergeStep(sort: Sort, { best }: Step, found: StaffTransaction[]): StaffTransaction[] {
  return isByAmount(sort) ? [...best, ...found].toSorted(orderOf(sort)).slice(0, pageSize(sort)) : found
}

/** The step after a page. Null: there is none. */
export function nextStep(sort: Sort, { transactions, next }: Page, step: Step): Step | null {
  if (next !== null) return { ...step, after: next, best: isByAmount(sort) ? transactions : [] }
  const last = transactions.at(-1)
  const canBeMore = isByAmount(sort) && transactions.length >= pageSize(sort)
  return canBeMore && last !== undefined ? { after: null, beyond: last, best: [] } : null
}

type Steps = { pages: Page[]; pageParams: unknown[] }

/** The rows that have been found, in order. */
export function foundRows(sort: Sort, { pages }: Steps): StaffTransaction[] {
  // The last page of a pass has all its rows.
  const shown = isByAmount(sort)
    ? pages.filter(({ next }, place) => next === null || place === pages.length - 1)
    : pages
  return shown.flatMap(({ transactions }) => transactions)
}

/** Whether the steps so far fill this many pages. */
export function isFilled(sort: Sort, steps: Steps, pageCount: number): boolean {
  return isByAmount(sort)
    ? steps.pages.filter(({ next }) => next === null).length >= pageCount
    : foundRows(sort, steps).length >= pageCount * pageSize(sort)
}

/** Compares rows as the server sorts them. */
function orderOf(sort: Sort): (one: StaffTransaction, other: StaffTransaction) => number {
  const direction = sort === 'oldest' || sort === 'lowest' ? 1 : -1
  return (one, other) =>
    direction *
    ((isByAmount(sort) ? one.amount - other.amount : compareTimes(one.createdAt, other.createdAt)) ||
      (one.id < other.id ? -1 : 1))
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
  sort: Sort,
  isWhole: boolean,
): StaffTransaction[] {
  if (changes === undefined) return rows
  const compare = orderOf(sort)
  const known = new Set(rows.map(({ id }) => id))
  const last = rows.at(-1)
  const added = changes.fresh.filter(
    (row) => !known.has(row.id) && (isWhole || (last !== undefined && compare(row, last) < 0)),
  )
  const all = added.length === 0 ? rows : [...added, ...rows].toSorted(compare)
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
