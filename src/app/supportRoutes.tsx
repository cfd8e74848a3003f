import type { RouteObject } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { screen } from './screenRoute'

/** The support area's part of the route table. */
export const supportRoutes: RouteObject[] = [
  screen(paths.more, async () => (await import('@/screens/MoreScreen')).MoreScreen),
  screen(paths.chat, async () => (await import('@/screens/ChatScreen')).ChatScreen),
  screen(paths.managePayments, async () => (await import('@/screens/ManagePaymentsScreen')).ManagePaymentsScreen),
  screen(
    paths.scheduledPayments,
    async () => (await import('@/screens/ScheduledPaymentsScreen')).ScheduledPaymentsScreen,
  ),
  screen(
    paths.accountManagement,
    async () => (await import('@/screens/AccountManagementScreen')).AccountManagementScreen,
  ),
  screen(paths.settings, async () => (await import('@/screens/SettingsScreen')).SettingsScreen),
  screen(paths.profile, async () => (await import('@/screens/ProfileScreen')).ProfileScreen),
  screen(paths.branchSupport, async () => (await import('@/screens/BranchSupportScreen')).BranchSupportScreen),
]
