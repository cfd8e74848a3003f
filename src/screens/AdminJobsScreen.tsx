import { StaffScreen } from '@/components/StaffScreen'
import { jobsCopy } from '@/features/staff/jobs/copy'
import { JobTable } from '@/features/staff/jobs/JobTable'
import { ShownErrors } from '@/features/staff/jobs/ShownErrors'

export function AdminJobsScreen() {
  return (
    <StaffScreen title={jobsCopy.title} subtitle={jobsCopy.subtitle}>
      <JobTable />
      <ShownErrors />
    </StaffScreen>
  )
}
