// What the home screen shows below the account, in one download that its first paint does not wait for.
export { BankPaymentState } from '@/features/money/bank-payments/shared'
export { MoreOptionsDialog } from '@/features/money/accounts/MoreOptionsDialog'
export { InsightsCards } from '@/features/money/insights/InsightsCards'
export { SupportHub } from '@/features/staff/support/SupportHub'
export { LatestTransactions } from '@/features/money/transactions/LatestTransactions'
export { ContactAsks } from '@/features/care/trusted-contact/ContactAsks'
export { HomeLists } from './HomeLists'
export { TransactionActions } from './TransactionActions'
