import { describe, expect, test } from 'vitest'
import type { StaffTransaction } from '@/features/staff/staff-transactions/readTransactions'
import { withChanges } from '@/features/staff/staff-transactions/steps'
import { aStaffTransaction } from './aStaffTransaction'

const row = (id: string, createdAt: string) => aStaffTransaction({ id, createdAt })

describe('what has changed', () => {
  const found = [row('b', '2026-11-21T09:00:00.000002+00:00'), row('a', '2026-11-21T09:00:00+00:00')]
  const newer = row('c', '2026-11-21T09:00:00.00001+00:00')
  const older = row('d', '2026-11-20T09:00:00+00:00')
  const idsOf = (isWhole: boolean, fresh: StaffTransaction[]) =>
    withChanges(found, { fresh, states: {} }, isWhole).map(({ id }) => id)

  test('nothing has changed at first', () => {
    expect(withChanges(found, undefined, false)).toBe(found)
    expect(withChanges(found, { fresh: [], states: {} }, false)).toEqual(found)
  })

  test('adds each new row once, where it belongs', () => {
    expect(idsOf(false, [newer, ...found])).toEqual(['c', 'b', 'a'])
  })

  test('adds no row to a part that is not loaded yet', () => {
    expect(idsOf(false, [older])).toEqual(['b', 'a'])
    expect(idsOf(true, [older])).toEqual(['b', 'a', 'd'])
    expect(withChanges([], { fresh: [newer], states: {} }, false)).toEqual([])
    expect(withChanges([], { fresh: [newer], states: {} }, true)).toEqual([newer])
  })

  test('shows new states, and keeps the rows that are the same', () => {
    const reversedAt = '2026-11-22T09:00:00+00:00'
    const state = { status: 'completed', isCreditMissing: false }
    const states = { a: { ...state, reversedAt }, b: { ...state, reversedAt: null } }
    const rows = withChanges(found, { fresh: [], states }, true)
    expect(rows[1]?.reversedAt).toBe(reversedAt)
    expect(rows[0]).toBe(found[0])
  })
})
