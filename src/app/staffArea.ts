// The back office.
export { AdminAuditScreen } from '@/screens/AdminAuditScreen'
export { AdminChatScreen } from '@/screens/AdminChatScreen'
export { AdminManagementScreen } from '@/screens/AdminManagementScreen'
export { AdminRepairScreen } from '@/screens/AdminRepairScreen'
export { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'
export { AdminUsersScreen } from '@/screens/AdminUsersScreen'
export { ChatStaffOnly, RepairStaffOnly, SuperAdminsOnly, TransactionStaffOnly, UserStaffOnly } from './staffGuards'
export { StaffLayout } from './StaffLayout'
