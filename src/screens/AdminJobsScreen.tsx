import { StaffScreen } from '@/components/StaffScreen'
import { jobsCopy } from '@/features/jobs/copy'
import { JobTable } from '@/features/jobs/JobTable'

export function AdminJobsScreen() {
  return (
    <StaffScreen title={jobsCopy.title} subtitle={jobsCopy.subtitle}>
      <JobTable />
    </StaffScreen>
  )
}
