import { expect, test } from 'vitest'
import { groupByDay } from '@/features/money/transactions/groupByDay'
import { groupByMonth } from '@/features/money/transactions/groupByMonth'
import { aTransaction } from './aTransaction'

const days = (...times: string[]) =>
  groupByDay(times.map((time) => aTransaction({ id: time, createdAt: `${time}T12:00:00Z` })))

test('groups the days of a month in order', () => {
  const months = groupByMonth(days('2026-11-21', '2026-11-02', '2026-10-31', '2025-10-30'))
  expect(months.map((month) => month.map(({ day }) => day))).toEqual([
    ['2026-11-21', '2026-11-02'],
    ['2026-10-31'],
    ['2025-10-30'],
  ])
  expect(groupByMonth([])).toEqual([])
})

test('keeps the identity of a month with unchanged days', () => {
  const before = days('2026-11-21', '2026-10-31')
  const [november, october] = groupByMonth(before)
  const after = groupByMonth([...before, ...days('2026-10-30')])
  expect(after[0]).toBe(november)
  expect(after[1]).not.toBe(october)
})
