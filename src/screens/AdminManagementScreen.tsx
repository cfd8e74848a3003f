import { StaffScreen } from '@/components/StaffScreen'
import { PeopleCard } from '@/features/staff/roles/PeopleCard'

export function AdminManagementScreen() {
  return (
    <StaffScreen title="Admin Management" subtitle="Manage admin roles and permissions">
      <PeopleCard group="super_admin" />
      <PeopleCard group="admin" />
      <PeopleCard group="user" />
    </StaffScreen>
  )
}
