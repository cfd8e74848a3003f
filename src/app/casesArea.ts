// What a customer claims, and the cases of it.
export { CaseScreen } from '@/screens/CaseScreen'
export { CasesScreen } from '@/screens/CasesScreen'
export { ClaimScreen } from '@/screens/ClaimScreen'
