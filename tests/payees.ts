import type { TableRow } from './apiAnswers'

/** A saved payee and a regular payment, as the app holds them. */
export const recipient = {
  id: 'r-1',
  holderName: 'Olive Outside',
  nickname: null,
  isFavourite: false,
  lastOutcome: null,
  sortCode: '20-00-00',
  accountNumber: '87654321',
  lastPayment: null,
  lastPaidAt: null,
  paidCount: 0,
}
export const regularPayment = {
  id: 'regular-1',
  name: 'Mill Lane Lettings',
  sortCode: '00-01-14',
  accountNumber: '40318826',
  amount: 85_000,
  reference: 'RENT',
  frequency: 'monthly',
  endsOn: null,
  paymentsLeft: null,
  state: 'active',
  next: null,
  fromAccountId: 'account-1',
  otherAccountId: null,
} as const

/** The payee as the server sends it. */
export function recipientRow(change: Partial<TableRow<'recipients'>> = {}) {
  return {
    id: 'r-1',
    account_holder_name: 'Olive Outside',
    nickname: null,
    is_favourite: false,
    sort_code: '20-00-00',
    account_number: '87654321',
    last_payment_amount: 12.5,
    last_payment_date: '2026-11-21T09:05:00+00:00',
    ...change,
  }
}
