import type { Account } from './queries'

/** Shown by the pay screens to visitors, who can only preview a payment. */
export const demoAccount: Account = {
  id: 'demo',
  balance: 500_000,
  pending: 0,
  accountNumber: '12345678',
  // No bank has sort codes that begin with 00.
  sortCode: '00-12-34',
  holderName: 'Demo Customer',
  cardLastFour: '1234',
}
