import type { Roles } from '@/features/person/permissions/queries'
import { canUseApprovals } from '@/features/person/permissions/canUseApprovals'
import { staffTools } from '@/features/staff/support/staffTools'
import { paths } from '@/lib/paths'

/** A screen of the back office, under its name. */
export type StaffTab = { label: string; to: string }

export type StaffEntry = { label: string; tabs: StaffTab[] }

/** Each screen of the back office is a tab of one entry. */
const entries: [label: string, tabs: string[]][] = [
  ['Overview', [paths.admin]],
  ['Chat', [paths.adminChat, paths.adminTranscripts]],
  ['Payments', [paths.adminTransactions, paths.adminRepair, paths.adminBetweenBanks]],
  ['Users', [paths.adminUsers]],
  ['To do', [paths.adminCases, paths.adminApprovals]],
  ['Control', [paths.adminManagement, paths.adminRules, paths.adminInterest, paths.adminAudit, paths.adminJobs]],
]

/** The entries of the staff navigation, with the screens that this person may open. An entry without one is left out. */
export function staffEntries(own: Roles): StaffEntry[] {
  const screens = [
    ...(own.roles.length > 0 ? [{ label: 'Overview', to: paths.admin }] : []),
    ...staffTools(own).map(({ label, to }) => ({ label, to })),
    ...(canUseApprovals(own) ? [{ label: 'Approvals', to: paths.adminApprovals }] : []),
  ]
  return entries
    .map(([label, tabs]) => ({ label, tabs: tabs.flatMap((tab) => screens.filter(({ to }) => to === tab)) }))
    .filter(({ tabs }) => tabs.length > 0)
}

/** Whether the screen at this path belongs to the tab. */
export function isTabOpen({ to }: StaffTab, pathname: string): boolean {
  return to === paths.admin ? pathname === to : `${pathname}/`.startsWith(`${to}/`)
}
