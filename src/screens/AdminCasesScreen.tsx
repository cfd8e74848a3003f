import { StaffScreen } from '@/components/StaffScreen'
import { CaseList } from '@/features/staff/staff-cases/CaseList'
import { staffCaseCopy } from '@/features/staff/staff-cases/copy'

export function AdminCasesScreen() {
  return (
    <StaffScreen title={staffCaseCopy.title} subtitle={staffCaseCopy.subtitle}>
      <CaseList />
    </StaffScreen>
  )
}
