import { describe, expect, test } from 'vitest'
import { addsUp, sumUp } from '@/features/statements/statement'
import { aStatement, anEntry } from './aStatement'

describe('a statement', () => {
  test('adds up from the opening to the closing balance', () => {
    expect(addsUp(aStatement())).toBe(true)
    expect(addsUp(aStatement({ entries: [], closingBalance: 500_000 }))).toBe(true)
  })

  test.each([
    ['another opening balance', { openingBalance: 500_001 }],
    ['another closing balance', { closingBalance: 632_754 }],
    ['an entry left out', { entries: [anEntry()] }],
    ['a wrong balance on the way', { entries: [anEntry({ balanceAfter: 398_751 }), ...aStatement().entries.slice(1)] }],
  ])('a statement does not add up with %s', (_what, change) => {
    expect(addsUp(aStatement(change))).toBe(false)
  })

  test('sums incoming and outgoing money', () => {
    expect(sumUp(aStatement().entries)).toEqual({ moneyIn: 234_005, moneyOut: 101_250 })
    expect(sumUp([])).toEqual({ moneyIn: 0, moneyOut: 0 })
  })
})
