import { Link } from 'react-router-dom'
import { StaffScreen } from '@/components/StaffScreen'
import { buttonLook } from '@/components/ui/buttonLook'
import { PeopleCard } from '@/features/roles/PeopleCard'
import { paths } from '@/lib/paths'

export function AdminManagementScreen() {
  return (
    <StaffScreen
      title="Admin Management"
      subtitle="Manage admin roles and permissions"
      actions={
        <Link to={paths.adminAudit} className={buttonLook('secondary')}>
          View audit
        </Link>
      }
    >
      <PeopleCard group="super_admin" />
      <PeopleCard group="admin" />
      <PeopleCard group="user" />
    </StaffScreen>
  )
}
