import { expect, test } from 'vitest'
import { firstDays } from '@/features/money/transactions/firstDays'
import type { TransactionDay } from '@/features/money/transactions/groupByDay'
import type { Transaction } from '@/features/money/transactions/queries'

const day = (name: string, rows: number): TransactionDay => ({
  day: name,
  heading: name,
  year: '2026',
  total: 0,
  transactions: Array.from({ length: rows }, (_, row) => ({ id: `${name}/${row}` }) as Transaction),
})
const days = [day('2026-11-22', 2), day('2026-11-21', 3), day('2026-11-20', 1)]
const idsOf = (chosen: TransactionDay[]) => chosen.flatMap(({ transactions }) => transactions.map(({ id }) => id))

test('takes whole days, and of the last one as many rows as are left', () => {
  const first = firstDays(days, 4)
  expect(idsOf(first)).toEqual(['2026-11-22/0', '2026-11-22/1', '2026-11-21/0', '2026-11-21/1'])
  // The same object: its rows do not render again.
  expect(first[0]).toBe(days[0])
})

test('ends with a whole day when its rows are just enough', () => {
  expect(firstDays(days, 5)).toEqual(days.slice(0, 2))
})

test('takes all days of a short list', () => {
  expect(firstDays(days, 12)).toEqual(days)
  expect(firstDays([], 12)).toEqual([])
})
