import { inFlags, outFlags, said, type Layout } from './bankLayouts'

type Row = { pence: number | null; cells: (column: string) => string }
/** A row's amount with its sign. Null: the row does not tell, or contradicts itself. */
export type Direction = (cells: Row['cells'], pence: number) => number | null

/** Reads the column that says of each row whether money went out or came in. Undefined: the file has none. */
export function directionOf(layout: Layout, columns: string[], rows: Row[]): Direction | undefined {
  if (layout.amount === undefined) return undefined
  for (const column of said.direction) {
    if (column === layout.amount || !columns.includes(column)) continue
    const words = rows.map(({ cells }) => cells(column).toLowerCase()).filter((word) => word !== '')
    if (words.length === 0 || words.some((word) => !outFlags.test(word) && !inFlags.test(word))) continue
    const out = signsOf(rows, column, outFlags)
    const into = signsOf(rows, column, inFlags)
    // The column says something else, such as a card's kind: its words have both signs.
    if (out.isBoth || (into.isBoth && !out.isAny)) continue
    return (cells, pence) => {
      const word = cells(column).toLowerCase()
      if (outFlags.test(word)) return -Math.abs(pence)
      if (inFlags.test(word)) return into.isBoth && pence < 0 ? null : Math.abs(pence)
      return pence < 0 || out.isNegative ? pence : null
    }
  }
  return undefined
}

/** The signs of the amounts beside a word. */
function signsOf(rows: Row[], column: string, flags: RegExp) {
  const amounts = rows.filter(({ cells }) => flags.test(cells(column).toLowerCase())).map(({ pence }) => pence ?? 0)
  const isNegative = amounts.some((pence) => pence < 0)
  return { isAny: amounts.length > 0, isNegative, isBoth: isNegative && amounts.some((pence) => pence > 0) }
}
