import { describe, expect, test } from 'vitest'
import { mergeTransactions } from '@/features/transactions/mergeTransactions'
import { aTransaction } from './aTransaction'

const row = (id: string, createdAt: string) => aTransaction({ id, createdAt })
const samples = [
  row('sample-1', '2026-11-20T12:00:00Z'),
  row('sample-2', '2026-11-10T12:00:00Z'),
  row('sample-3', '2026-10-01T12:00:00Z'),
]
const ids = (...parameters: Parameters<typeof mergeTransactions>) =>
  mergeTransactions(...parameters).map(({ id }) => id)

describe('stored and sample transactions in one list', () => {
  const stored = [row('b', '2026-11-21T09:00:00.5+00:00'), row('a', '2026-11-10T12:00:00.000001+00:00')]

  test('stored and sample transactions are sorted by time in any notation', () => {
    expect(ids(stored, samples, true)).toEqual(['b', 'sample-1', 'a', 'sample-2', 'sample-3'])
  })

  test('leaves out older samples until all rows are loaded', () => {
    expect(ids(stored, samples, false)).toEqual(['b', 'sample-1', 'a'])
  })

  test('shows only samples to a new customer', () => {
    expect(ids([], samples, true)).toEqual(['sample-1', 'sample-2', 'sample-3'])
  })

  test('returns the stored rows without samples', () => {
    expect(mergeTransactions(stored, [], true)).toEqual(stored)
  })
})
