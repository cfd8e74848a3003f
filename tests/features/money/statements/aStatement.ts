import type { Statement, StatementEntry } from '@/features/money/statements/statement'

/** An entry as the server sends it. */
export function entryRow(change: object = {}) {
  return {
    created_at: '2026-10-03T09:05:00+00:00',
    description: 'Mill Lane Lettings',
    reference: '=RENT',
    amount: -1012.5,
    balance_after: 3987.5,
    ...change,
  }
}

export function anEntry(change: Partial<StatementEntry> = {}): StatementEntry {
  return {
    createdAt: '2026-10-03T09:05:00.123456+00:00',
    description: 'Mill Lane Lettings',
    reference: 'RENT FLAT 4',
    amount: -101_250,
    balanceAfter: 398_750,
    ...change,
  }
}

/** October 2026: a rent goes out, a salary comes in. */
export function aStatement(change: Partial<Statement> = {}): Statement {
  return {
    first: '2026-10-01',
    last: '2026-10-31',
    openingBalance: 500_000,
    closingBalance: 632_755,
    moneyIn: 234_005,
    moneyOut: 101_250,
    entries: [
      anEntry(),
      anEntry({
        createdAt: '2026-10-28T06:15:00+00:00',
        description: 'Northwold Design Ltd',
        reference: null,
        amount: 234_005,
        balanceAfter: 632_755,
      }),
    ],
    ...change,
  }
}
