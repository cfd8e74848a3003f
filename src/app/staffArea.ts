// The back office, without its chats, its payments and the screens of super admins.
export { AdminApprovalsScreen } from '@/screens/AdminApprovalsScreen'
export { AdminOverviewScreen } from '@/screens/AdminOverviewScreen'
export { AdminUserScreen } from '@/screens/AdminUserScreen'
export { AdminUsersScreen } from '@/screens/AdminUsersScreen'
export { StaffOnly } from './staffGuards'
export { StaffLayout } from './StaffLayout'
