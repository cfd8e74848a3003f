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
} as const
