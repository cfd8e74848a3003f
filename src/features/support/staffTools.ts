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

/** The staff screens for these roles. Most of them refuse a super admin who is not also an admin. */
export function staffTools(roles: string[]): StaffTool[] {
  return [...(roles.includes('admin') ? adminTools : []), ...(roles.includes('super_admin') ? superAdminTools : [])]
}
