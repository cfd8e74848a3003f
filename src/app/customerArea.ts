// The first screens of a signed-in customer, with the guards and the layout around every other screen.
export { HomeScreen } from '@/screens/HomeScreen'
export { TransactionsScreen } from '@/screens/TransactionsScreen'
export { CustomersAndVisitors, CustomersOnly, PendingOnly } from './guards'
export { MainLayout } from './MainLayout'
export { PersonalData } from './PersonalData'
