import { StaffScreen } from '@/components/StaffScreen'
import { TextLink } from '@/components/TextLink'
import { ApprovalList } from '@/features/approvals/ApprovalList'
import { approvalsCopy } from '@/features/approvals/copy'
import { useOwnRoles } from '@/features/permissions/shared'
import { paths } from '@/lib/paths'

export function AdminApprovalsScreen() {
  const isSuperAdmin = useOwnRoles().roles.includes('super_admin')
  return (
    <StaffScreen
      title={approvalsCopy.title}
      subtitle={approvalsCopy.subtitle}
      actions={isSuperAdmin && <TextLink to={paths.adminRules}>{approvalsCopy.rules}</TextLink>}
    >
      <ApprovalList isWaiting />
      <ApprovalList isWaiting={false} />
    </StaffScreen>
  )
}
