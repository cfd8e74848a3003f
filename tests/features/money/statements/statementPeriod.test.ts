import { describe, expect, test } from 'vitest'
import { periodFileName, periodInUrl, periodName, readPeriod } from '@/features/money/statements/statementPeriod'

const today = '2026-11-21'

describe('the period of a statement', () => {
  test.each([
    ['2026-10', '2026-10-01', '2026-10-31'],
    ['2026-11', '2026-11-01', '2026-11-21'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2026-10-03_2026-11-05', '2026-10-03', '2026-11-05'],
    ['2026-10-03_2026-10-03', '2026-10-03', '2026-10-03'],
    ['2026-10-03_2030-01-01', '2026-10-03', '2026-11-21'],
  ])('the period %s lasts from %s to %s', (text, first, last) => {
    expect(readPeriod(text, today)).toEqual({ first, last })
  })

  test.each([
    undefined,
    '',
    '2026',
    '2026-13',
    '2026-00',
    '2026-1',
    '2026-11-01',
    'november',
    '２０２６-11',
    '2026-12',
    '2026-10-03_2026-10-02',
    '2026-02-30_2026-03-01',
    '2026-11-22_2026-11-30',
    '2026-10-01_2026-10-02_2026-10-03',
  ])('the period of a statement does not exist at %s', (text) => expect(readPeriod(text, today)).toBeNull())

  test.each([
    ['2026-10', 'October 2026', 'statement-2026-10'],
    ['2026-11', 'November 2026', 'statement-2026-11'],
    ['2026-10-01_2026-10-31', 'October 2026', 'statement-2026-10'],
    ['2026-10-01_2026-10-30', '1 October 2026 to 30 October 2026', 'statement-2026-10-01-to-2026-10-30'],
    ['2026-10-03_2026-11-05', '3 October 2026 to 5 November 2026', 'statement-2026-10-03-to-2026-11-05'],
  ])('the period of a statement at %s is named %s and saved as %s', (text, name, fileName) => {
    const period = readPeriod(text, today)
    if (period === null) throw new Error('there must be a period')
    expect(periodName(period, today)).toBe(name)
    expect(periodFileName(period, today)).toBe(fileName)
    expect(readPeriod(periodInUrl(period), today)).toEqual(period)
  })
})
