// What a customer claims or complains about, and the cases of it.
export { CaseScreen } from '@/screens/CaseScreen'
export { CasesScreen } from '@/screens/CasesScreen'
export { ClaimScreen } from '@/screens/ClaimScreen'
export { ComplaintScreen } from '@/screens/ComplaintScreen'
