// The cases of all customers in the back office.
export { AdminCaseScreen } from '@/screens/AdminCaseScreen'
export { AdminCasesScreen } from '@/screens/AdminCasesScreen'
