// What the home screen shows below the account, in one download that its first paint does not wait for.
export { BankPaymentState } from '@/features/bank-payments/shared'
export { ExternalAccounts } from '@/features/external-accounts/ExternalAccounts'
export { InsightsCards } from '@/features/insights/InsightsCards'
export { NextPayments } from '@/features/outgoing-payments/NextPayments'
export { TransactionActions } from '@/features/receipts/TransactionActions'
export { IncomingPayments } from '@/features/scheduled-payments/IncomingPayments'
export { SupportHub } from '@/features/support/SupportHub'
export { LatestTransactions } from '@/features/transactions/LatestTransactions'
