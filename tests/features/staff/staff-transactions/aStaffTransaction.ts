import type { StaffTransaction } from '@/features/staff/staff-transactions/readTransactions'

export function aStaffTransaction(change: Partial<StaffTransaction> = {}): StaffTransaction {
  return {
    id: 'transaction-1',
    createdAt: '2026-11-21T09:05:00.123456+00:00',
    userEmail: 'priya@example.test',
    fromAccount: '24682468',
    toAccount: '40318826',
    sortCode: '12-01-14',
    recipient: 'Mill Lane Lettings',
    reference: 'RENT FLAT 4',
    amount: 92_500,
    incoming: false,
    status: 'completed',
    reversedAt: null,
    isCreditMissing: false,
    accountType: 'current',
    isOwnMove: false,
    ...change,
  }
}
