// The back office, without its chats, its payments and the screens of super admins.
export { AdminApprovalsScreen } from '@/screens/AdminApprovalsScreen'
export { AdminOverviewScreen } from '@/screens/AdminOverviewScreen'
export { AdminUserScreen } from '@/screens/AdminUserScreen'
export { AdminUsersScreen } from '@/screens/AdminUsersScreen'
export {
  AnyStaffOnly,
  CaseStaffOnly,
  ApproversOnly,
  ChatStaffOnly,
  RepairStaffOnly,
  SuperAdminsOnly,
  TransactionStaffOnly,
  TranscriptStaffOnly,
  UserStaffOnly,
} from './staffGuards'
export { StaffLayout } from './StaffLayout'
