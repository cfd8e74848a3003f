import { List, MessagesSquare, ShieldCheck, Users, Wrench } from 'lucide-react'
import { paths } from '@/lib/paths'
import type { Tool } from './ToolList'

type StaffTool = Extract<Tool, { to: string }>

const adminTools: StaffTool[] = [
  { icon: MessagesSquare, label: 'Admin Chat', to: paths.adminChat },
  { icon: List, label: 'All Transactions', to: paths.adminTransactions },
  { icon: Wrench, label: 'Repair Transactions', to: paths.adminRepair },
  { icon: Users, label: 'User Management', to: paths.adminUsers },
]

const superAdminTools: StaffTool[] = [{ icon: ShieldCheck, label: 'Admin Management', to: paths.adminManagement }]

/** The back office's screens that let these roles in: most of them turn a super admin away who is not an admin, too. */
export function staffTools(roles: string[]): StaffTool[] {
  return [...(roles.includes('admin') ? adminTools : []), ...(roles.includes('super_admin') ? superAdminTools : [])]
}
