import {
  CalendarClock,
  FileText,
  Landmark,
  List,
  MessagesSquare,
  Percent,
  Scale,
  ScrollText,
  ShieldCheck,
  Timer,
  Users,
  Wrench,
} from 'lucide-react'
import type { Roles } from '@/features/person/permissions/queries'
import { paths } from '@/lib/paths'
import type { Tool } from './ToolList'

type StaffTool = Extract<Tool, { to: string }>

/** The screens of admins. Each is for those with its permission. */
export const adminTools: (StaffTool & { permission: string })[] = [
  { icon: MessagesSquare, label: 'Admin Chat', to: paths.adminChat, permission: 'manage_chat' },
  { icon: List, label: 'All Transactions', to: paths.adminTransactions, permission: 'view_transactions' },
  { icon: Wrench, label: 'Repair Transactions', to: paths.adminRepair, permission: 'repair_transactions' },
  { icon: Landmark, label: 'Between Banks', to: paths.adminBetweenBanks, permission: 'repair_transactions' },
  { icon: Users, label: 'User Management', to: paths.adminUsers, permission: 'approve_users' },
  { icon: CalendarClock, label: 'Cases', to: paths.adminCases, permission: 'manage_cases' },
  { icon: FileText, label: 'Transcripts', to: paths.adminTranscripts, permission: 'read_transcripts' },
]

const superAdminTools: StaffTool[] = [
  { icon: ShieldCheck, label: 'Admin Management', to: paths.adminManagement },
  { icon: ScrollText, label: 'Audit', to: paths.adminAudit },
  { icon: Timer, label: 'Jobs', to: paths.adminJobs },
  { icon: Scale, label: 'Payment Rules', to: paths.adminRules },
  { icon: Percent, label: 'Interest Rates', to: paths.adminInterest },
]

/** The staff screens that this person may use. A super admin who is not also an admin may not use those of admins. */
export function staffTools({ roles, permissions }: Roles): StaffTool[] {
  return [
    ...(roles.includes('admin') ? adminTools.filter(({ permission }) => permissions.includes(permission)) : []),
    ...(roles.includes('super_admin') ? superAdminTools : []),
  ]
}
