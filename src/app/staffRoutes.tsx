import type { RouteObject } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { screen, shared } from './screenRoute'

const staffLayout = async () => (await import('./StaffLayout')).StaffLayout
const chatStaffOnly = async () => (await import('./staffGuards')).ChatStaffOnly
const transactionStaffOnly = async () => (await import('./staffGuards')).TransactionStaffOnly
const repairStaffOnly = async () => (await import('./staffGuards')).RepairStaffOnly
const userStaffOnly = async () => (await import('./staffGuards')).UserStaffOnly
const superAdminsOnly = async () => (await import('./staffGuards')).SuperAdminsOnly

/** The back office's part of the route table. */
export const staffRoutes: RouteObject[] = [
  shared(staffLayout, [
    shared(chatStaffOnly, [
      screen(paths.adminChat, async () => (await import('@/screens/AdminChatScreen')).AdminChatScreen),
    ]),
    shared(transactionStaffOnly, [
      screen(
        paths.adminTransactions,
        async () => (await import('@/screens/AdminTransactionsScreen')).AdminTransactionsScreen,
      ),
    ]),
    shared(repairStaffOnly, [
      screen(paths.adminRepair, async () => (await import('@/screens/AdminRepairScreen')).AdminRepairScreen),
    ]),
    shared(userStaffOnly, [
      screen(paths.adminUsers, async () => (await import('@/screens/AdminUsersScreen')).AdminUsersScreen),
    ]),
    shared(superAdminsOnly, [
      screen(
        paths.adminManagement,
        async () => (await import('@/screens/AdminManagementScreen')).AdminManagementScreen,
      ),
      screen(paths.adminAudit, async () => (await import('@/screens/AdminAuditScreen')).AdminAuditScreen),
    ]),
  ]),
]
