import { StaffScreen } from '@/components/StaffScreen'
import { jobsCopy } from '@/features/staff/jobs/copy'
import { JobTable } from '@/features/staff/jobs/JobTable'
import { ShownErrors } from '@/features/staff/jobs/ShownErrors'
import { Versions } from '@/features/staff/jobs/Versions'

export function AdminJobsScreen() {
  return (
    <StaffScreen title={jobsCopy.title} subtitle={jobsCopy.subtitle} actions={<Versions />}>
      <JobTable />
      <ShownErrors />
    </StaffScreen>
  )
}
