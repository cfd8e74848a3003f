import { StaffScreen } from '@/components/StaffScreen'
import { ApprovalList } from '@/features/staff/approvals/ApprovalList'
import { approvalsCopy } from '@/features/staff/approvals/copy'

export function AdminApprovalsScreen() {
  return (
    <StaffScreen title={approvalsCopy.title} subtitle={approvalsCopy.subtitle}>
      <ApprovalList isWaiting />
      <ApprovalList isWaiting={false} />
    </StaffScreen>
  )
}
