// The back office, without its chats.
export { AdminApprovalsScreen } from '@/screens/AdminApprovalsScreen'
export { AdminAuditScreen } from '@/screens/AdminAuditScreen'
export { AdminManagementScreen } from '@/screens/AdminManagementScreen'
export { AdminOverviewScreen } from '@/screens/AdminOverviewScreen'
export { AdminRepairScreen } from '@/screens/AdminRepairScreen'
export { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'
export { AdminUserScreen } from '@/screens/AdminUserScreen'
export { AdminUsersScreen } from '@/screens/AdminUsersScreen'
export {
  AnyStaffOnly,
  ApproversOnly,
  ChatStaffOnly,
  RepairStaffOnly,
  SuperAdminsOnly,
  TransactionStaffOnly,
  TranscriptStaffOnly,
  UserStaffOnly,
} from './staffGuards'
export { StaffLayout } from './StaffLayout'
