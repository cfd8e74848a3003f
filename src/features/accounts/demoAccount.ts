import type { Account } from './queries'

/** What the pay screens show when nobody is signed in: payments from it are only previewed. */
export const demoAccount: Account = {
  id: 'demo',
  balance: 500_000,
  accountNumber: '12345678',
  // Sort codes that begin with 00 are allocated to no bank.
  sortCode: '00-12-34',
  holderName: 'Demo Customer',
  cardLastFour: '1234',
}
