import type { TransactionDay } from './groupByDay'

const monthByFirstDay = new WeakMap<TransactionDay, TransactionDay[]>()

/** Groups days by month, in order. A month with unchanged days is the same object as before. */
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
