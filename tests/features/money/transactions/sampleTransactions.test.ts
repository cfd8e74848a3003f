import { describe, expect, test } from 'vitest'
import { isSample } from '@/features/money/transactions/SampleMark'
import { sampleTransactions } from '@/features/money/transactions/sampleTransactions'
import { aTransaction } from './aTransaction'

describe('the sample transactions', () => {
  const samples = sampleTransactions('2026-11-21')

  test('the sample transactions are twenty, two of them incoming: a rent credit and a salary credit', () => {
    expect(samples).toHaveLength(20)
    const incoming = samples.filter((sample) => sample.incoming).map((sample) => sample.reference)
    expect(incoming).toHaveLength(2)
    expect(incoming).toContainEqual(expect.stringContaining('Rent'))
    expect(incoming).toContainEqual(expect.stringContaining('Salary'))
  })

  test('the sample transactions are complete: positive amounts, formatted numbers, unique ids', () => {
    for (const sample of samples) {
      expect(sample.amount).toBeGreaterThan(0)
      expect(sample.sortCode).toMatch(/^00-\d\d-\d\d$/)
      expect(sample.accountNumber).toMatch(/^\d{8}$/)
      expect(sample.reference?.length).toBeLessThanOrEqual(18)
      expect(isSample(sample)).toBe(true)
    }
    expect(new Set(samples.map(({ id }) => id)).size).toBe(20)
    expect(isSample(aTransaction())).toBe(false)
  })

  test('the sample transactions are sorted newest first, all before today', () => {
    const times = samples.map(({ createdAt }) => Date.parse(createdAt))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(times[0]).toBeLessThan(Date.parse('2026-11-21T00:00:00Z'))
  })

  test('the sample transactions are the same all day and move with the date', () => {
    expect(sampleTransactions('2026-11-21')).toEqual(samples)
    expect(samples[0]?.createdAt).toBe('2026-11-20T18:42:00Z')
    expect(sampleTransactions('2026-03-01')[0]?.createdAt).toBe('2026-02-28T18:42:00Z')
  })
})
