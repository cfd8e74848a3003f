// The payments of all customers in the back office.
export { AdminBetweenBanksScreen } from '@/screens/AdminBetweenBanksScreen'
export { AdminRepairScreen } from '@/screens/AdminRepairScreen'
export { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'
