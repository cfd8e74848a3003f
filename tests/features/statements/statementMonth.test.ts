import { describe, expect, test } from 'vitest'
import { readMonth, statementPeriod } from '@/features/statements/statementMonth'

describe('the month of a statement', () => {
  test.each(['2026-01', '2026-12'])('%s is valid', (text) => expect(readMonth(text)).toBe(text))
  test.each([undefined, '', '2026', '2026-13', '2026-00', '2026-1', '2026-11-01', 'november', '２０２６-11'])(
    '%s is none',
    (text) => expect(readMonth(text)).toBeNull(),
  )

  test.each([
    ['2026-10', '2026-10-31'],
    ['2026-11', '2026-11-21'],
    ['2026-02', '2026-02-28'],
    ['2024-02', '2024-02-29'],
    ['2025-12', '2025-12-31'],
  ])('on 21 November 2026, %s ends on %s', (month, last) => {
    expect(statementPeriod(month, '2026-11-21')).toEqual({ first: `${month}-01`, last })
  })
})
