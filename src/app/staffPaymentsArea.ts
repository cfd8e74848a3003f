// The payments of all customers in the back office.
export { AdminRepairScreen } from '@/screens/AdminRepairScreen'
export { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'
