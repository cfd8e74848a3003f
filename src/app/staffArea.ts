// The back office.
export { AdminApprovalsScreen } from '@/screens/AdminApprovalsScreen'
export { AdminAuditScreen } from '@/screens/AdminAuditScreen'
export { AdminChatScreen } from '@/screens/AdminChatScreen'
export { AdminManagementScreen } from '@/screens/AdminManagementScreen'
export { AdminRepairScreen } from '@/screens/AdminRepairScreen'
export { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'
export { AdminTranscriptScreen } from '@/screens/AdminTranscriptScreen'
export { AdminTranscriptsScreen } from '@/screens/AdminTranscriptsScreen'
export { AdminUserScreen } from '@/screens/AdminUserScreen'
export { AdminUsersScreen } from '@/screens/AdminUsersScreen'
export {
  ApproversOnly,
  ChatStaffOnly,
  RepairStaffOnly,
  SuperAdminsOnly,
  TransactionStaffOnly,
  TranscriptStaffOnly,
  UserStaffOnly,
} from './staffGuards'
export { StaffLayout } from './StaffLayout'
