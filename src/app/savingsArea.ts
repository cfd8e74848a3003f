// The screens of savings accounts.
export { OpenSavingsScreen } from '@/screens/OpenSavingsScreen'
export { SavingsScreen } from '@/screens/SavingsScreen'
