import { StaffScreen } from '@/components/StaffScreen'
import { jobsCopy } from '@/features/jobs/copy'
import { JobFailures } from '@/features/jobs/JobFailures'
import { JobTable } from '@/features/jobs/JobTable'

export function AdminJobsScreen() {
  return (
    <StaffScreen title={jobsCopy.title} subtitle={jobsCopy.subtitle}>
      <JobTable />
      <JobFailures />
    </StaffScreen>
  )
}
