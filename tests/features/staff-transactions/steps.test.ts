import { describe, expect, test } from 'vitest'
import type { Page, StaffTransaction } from '@/features/staff-transactions/readTransactions'
import {
  firstStep,
  foundRows,
  isFilled,
  mergeStep,
  nextStep,
  withChanges,
  type Sort,
  type Step,
} from '@/features/staff-transactions/steps'
import { aStaffTransaction } from './aStaffTransaction'

const place = { after: '2026-11-20T10:00:00+00:00', afterId: 'x' }
const row = (id: string, amount = 1, createdAt = '2026-11-21T09:00:00+00:00') =>
  aStaffTransaction({ id, amount, createdAt })
const rowsOf = (...amounts: number[]) => amounts.map((amount) => row(`of ${amount}`, amount))
const many = (from: number, count: number) => rowsOf(...Array.from({ length: count }, (_, number) => from + number))
const amountsOf = (rows: StaffTransaction[]) => rows.map(({ amount }) => amount)

/** Takes all steps. A pass ends after each group. */
function run(sort: Sort, passes: StaffTransaction[][][]) {
  const pages: Page[] = []
  const pageParams: Step[] = []
  let step: Step | null = firstStep
  for (const pass of passes)
    for (const [number, found] of pass.entries()) {
      if (step === null) throw new Error('there is no next step')
      const page: Page = {
        transactions: mergeStep(sort, step, found),
        next: number === pass.length - 1 ? null : place,
        readAt: '',
      }
      pages.push(page)
      pageParams.push(step)
      step = nextStep(sort, page, step)
    }
  return { pages, pageParams, step }
}

describe('the steps of a search', () => {
  test('steps by time follow each other to the end of the list', () => {
    const steps = run('newest', [[rowsOf(3, 1), [], rowsOf(2)]])
    expect(steps.pageParams.map(({ after }) => after)).toEqual([null, place, place])
    expect(amountsOf(foundRows('newest', steps))).toEqual([3, 1, 2])
    expect(steps.step).toBeNull()
  })

  test('steps by time fill a page of 50', () => {
    expect(isFilled('oldest', run('oldest', [[many(1, 30), many(31, 19)]]), 1)).toBe(false)
    const steps = run('oldest', [[many(1, 30), many(31, 20)]])
    expect([1, 2].map((pages) => isFilled('oldest', steps, pages))).toEqual([true, false])
  })

  test('steps by amount keep the best 100 of all steps, and then go on beyond them', () => {
    const first = run('highest', [[many(1, 60), many(61, 60), rowsOf(500)]])
    expect(amountsOf(foundRows('highest', first))).toEqual([500, ...amountsOf(many(22, 99)).toReversed()])
    expect(first.step).toMatchObject({ after: null, beyond: { amount: 22 }, best: [] })
    expect(isFilled('highest', first, 1)).toBe(true)
    const second = run('highest', [
      [many(1, 60), many(61, 60), rowsOf(500)],
      [rowsOf(21, 20), rowsOf(7)],
    ])
    expect(amountsOf(foundRows('highest', second)).slice(100)).toEqual([21, 20, 7])
    expect(second.step).toBeNull()
    expect([2, 3].map((pages) => isFilled('highest', second, pages))).toEqual([true, false])
  })

  test('steps by amount show the best so far, and equal amounts in one order', () => {
    const steps = run('lowest', [[rowsOf(3, 2), rowsOf(1)]])
    expect(amountsOf(foundRows('lowest', { ...steps, pages: steps.pages.slice(0, 1) }))).toEqual([2, 3])
    expect(amountsOf(foundRows('lowest', steps))).toEqual([1, 2, 3])
    const equal = [row('b'), row('c'), row('a')]
    expect(mergeStep('lowest', firstStep, equal).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(mergeStep('highest', firstStep, equal).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })
})

describe('what has changed', () => {
  const found = [row('b', 5, '2026-11-21T09:00:00.000002+00:00'), row('a', 9, '2026-11-21T09:00:00+00:00')]
  const newer = row('c', 7, '2026-11-21T09:00:00.00001+00:00')
  const older = row('d', 1, '2026-11-20T09:00:00+00:00')
  const idsOf = (sort: Sort, isWhole: boolean, fresh: StaffTransaction[]) =>
    withChanges(found, { fresh, states: {} }, sort, isWhole).map(({ id }) => id)

  test('nothing has changed at first', () => {
    expect(withChanges(found, undefined, 'newest', false)).toBe(found)
    expect(withChanges(found, { fresh: [], states: {} }, 'newest', false)).toEqual(found)
  })

  test('adds each new row once, where it belongs', () => {
    expect(idsOf('newest', false, [newer, ...found])).toEqual(['c', 'b', 'a'])
    expect(idsOf('highest', true, [newer])).toEqual(['a', 'c', 'b'])
    expect(idsOf('oldest', true, [newer])).toEqual(['a', 'b', 'c'])
  })

  test('adds no row to a part that is not loaded yet', () => {
    expect(idsOf('newest', false, [older])).toEqual(['b', 'a'])
    expect(idsOf('newest', true, [older])).toEqual(['b', 'a', 'd'])
    expect(withChanges([], { fresh: [newer], states: {} }, 'newest', false)).toEqual([])
    expect(withChanges([], { fresh: [newer], states: {} }, 'newest', true)).toEqual([newer])
  })

  test('shows new states, and keeps the rows that are the same', () => {
    const reversedAt = '2026-11-22T09:00:00+00:00'
    const state = { status: 'completed', isCreditMissing: false }
    const states = { a: { ...state, reversedAt }, b: { ...state, reversedAt: null } }
    const rows = withChanges(found, { fresh: [], states }, 'newest', true)
    expect(rows[1]?.reversedAt).toBe(reversedAt)
    expect(rows[0]).toBe(found[0])
  })
})
