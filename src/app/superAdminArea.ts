// The screens of super admins.
export { AdminAuditScreen } from '@/screens/AdminAuditScreen'
export { AdminInterestScreen } from '@/screens/AdminInterestScreen'
export { AdminJobsScreen } from '@/screens/AdminJobsScreen'
export { AdminManagementScreen } from '@/screens/AdminManagementScreen'
export { AdminRulesScreen } from '@/screens/AdminRulesScreen'
