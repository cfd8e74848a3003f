import type { FileRow } from './statementFile'

type BalanceOrder = { isNewestFirst: boolean; risesWithMoneyOut: boolean }

/** How the balances of rows follow from their amounts. Null: they do not, or the rows have no balances. */
export function balanceOrder(rows: FileRow[]): BalanceOrder | null {
  // Of equal ones the first counts.
  const orders = [false, true].flatMap((risesWithMoneyOut) =>
    [true, false].map((isNewestFirst) => ({ isNewestFirst, risesWithMoneyOut, fits: 0 })),
  )
  for (const [place, row] of rows.entries()) {
    const next = rows[place + 1]
    if (next === undefined) break
    for (const order of orders) {
      const [earlier, later] = order.isNewestFirst ? [next, row] : [row, next]
      if (earlier.balance === undefined || later.balance === undefined) continue
      const change = order.risesWithMoneyOut ? -later.amount : later.amount
      if (later.balance - earlier.balance === change) order.fits += 1
    }
  }
  const isByDay = (rows[0]?.day ?? '') > (rows.at(-1)?.day ?? '')
  const [best] = orders.toSorted(
    (a, b) => b.fits - a.fits || Number(b.isNewestFirst === isByDay) - Number(a.isNewestFirst === isByDay),
  )
  // Rows that cannot be read, or are left out, interrupt the sequence.
  return best !== undefined && best.fits * 2 >= rows.length - 1 && rows[0]?.balance !== undefined ? best : null
}
