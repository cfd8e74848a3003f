import { describe, expect, test } from 'vitest'
import { addsUp, hasReturns } from '@/features/money/statements/statement'
import type { StatementEntry } from '@/features/money/statements/statement'
import { aStatement, anEntry } from './aStatement'

describe('a statement', () => {
  test('adds up from the opening to the closing balance', () => {
    expect(addsUp(aStatement())).toBe(true)
    expect(addsUp(aStatement({ entries: [], closingBalance: 500_000, moneyIn: 0, moneyOut: 0 }))).toBe(true)
  })

  test.each([
    ['another opening balance', { openingBalance: 500_001 }],
    ['another closing balance', { closingBalance: 632_754 }],
    ['another total', { moneyOut: 101_251 }],
    ['an entry left out', { entries: [anEntry()] }],
    ['a wrong balance on the way', { entries: [anEntry({ balanceAfter: 398_751 }), ...aStatement().entries.slice(1)] }],
  ])('a statement does not add up with %s', (_what, change) => {
    expect(addsUp(aStatement(change))).toBe(false)
  })

  test('says whether a payment was returned', () => {
    expect(hasReturns(aStatement())).toBe(false)
    const [rent, salary] = aStatement().entries
    const returned = anEntry({ description: 'Returned: Mill Lane Lettings', amount: 101_250, balanceAfter: 500_000 })
    const entries = [rent, returned, { ...salary, balanceAfter: 734_005 }] as StatementEntry[]
    const statement = aStatement({ entries, closingBalance: 734_005, moneyOut: 0 })
    expect(addsUp(statement)).toBe(true)
    expect(hasReturns(statement)).toBe(true)
  })
})
