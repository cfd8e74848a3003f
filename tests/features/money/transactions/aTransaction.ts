import type { Transaction } from '@/features/money/transactions/queries'

export function aTransaction(change: Partial<Transaction> = {}): Transaction {
  return {
    id: 'transaction-1',
    amount: 1250,
    incoming: false,
    counterparty: 'Mill Lane Lettings',
    sortCode: '00-01-14',
    accountNumber: '40318826',
    reference: 'RENT FLAT 4',
    status: 'completed',
    createdAt: '2026-11-21T09:05:00.123456+00:00',
    reversedAt: null,
    category: 'rent',
    otherAccountId: null,
    ...change,
  }
}
