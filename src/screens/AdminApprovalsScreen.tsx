import { StaffScreen } from '@/components/StaffScreen'
import { ApprovalList } from '@/features/approvals/ApprovalList'
import { approvalsCopy } from '@/features/approvals/copy'

export function AdminApprovalsScreen() {
  return (
    <StaffScreen title={approvalsCopy.title} subtitle={approvalsCopy.subtitle}>
      <ApprovalList isWaiting />
      <ApprovalList isWaiting={false} />
    </StaffScreen>
  )
}
