import type { TransactionDay } from './groupByDay'

const monthByFirstDay = new WeakMap<TransactionDay, TransactionDay[]>()

/** Days of one month together, in their order. The very same days give the very same month again. */
export function groupByMonth(days: TransactionDay[]): TransactionDay[][] {
  const months: TransactionDay[][] = []
  for (const day of days) {
    const current = months.at(-1)
    if (current?.[0]?.day.slice(0, 7) === day.day.slice(0, 7)) current.push(day)
    else months.push([day])
  }
  return months.map(keepSame)
}

function keepSame(month: TransactionDay[]): TransactionDay[] {
  const [first] = month
  if (first === undefined) return month
  const known = monthByFirstDay.get(first)
  if (known?.length === month.length && month.every((day, place) => day === known[place])) return known
  monthByFirstDay.set(first, month)
  return month
}
