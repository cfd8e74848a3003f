import { StaffScreen } from '@/components/StaffScreen'
import { interestRateCopy } from '@/features/staff/interest-rates/copy'
import { RateForm } from '@/features/staff/interest-rates/RateForm'
import { RateList } from '@/features/staff/interest-rates/RateList'

export function AdminInterestScreen() {
  return (
    <StaffScreen title={interestRateCopy.title} subtitle={interestRateCopy.subtitle}>
      <RateList />
      <RateForm />
    </StaffScreen>
  )
}
