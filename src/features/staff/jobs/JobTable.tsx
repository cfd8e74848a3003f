import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { Tag } from '@/components/Tag'
import { TextLink } from '@/components/TextLink'
import { overviewQuery } from '@/features/staff/overview/queries'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { formatDenseDateTime } from '@/lib/dates'
import { formatCount } from '@/lib/numbers'
import { paths } from '@/lib/paths'
import { jobName, jobsCopy, problemText } from './copy'
import { nextRun, scheduleWords } from './jobSchedule'
import { jobQueries, type Job } from './queries'

const failed = 'Failed in 7 days'
const columns = ['Job', 'State', 'Last run', 'Last success', 'Next run', failed, 'Last failure']

/** All jobs, those first that fail now. Payments that wait too long for another bank come before them. */
export function JobTable() {
  const jobs = useQuery(jobQueries.list())
  const late = useQuery(overviewQuery()).data?.late_bank_payments?.count ?? 0
  const { title, what, none } = jobsCopy.list
  const now = new Date(jobs.dataUpdatedAt)
  return (
    <StaffCard title={title}>
      <p className="px-4 pb-3 text-secondary">{jobsCopy.kept}</p>
      <Loaded query={jobs} what={what} skeleton={<StaffTableSkeleton />}>
        {(rows) =>
          rows.length === 0 && late === 0 ? (
            <p data-empty className="px-4 py-2 text-secondary">
              {none}
            </p>
          ) : (
            <StaffTable caption={title} columns={columns} figures={[failed]} isCompact>
              {late > 0 && <LateRow count={late} />}
              {rows.map((job) => (
                <JobRow key={job.name} job={job} now={now} />
              ))}
            </StaffTable>
          )
        }
      </Loaded>
    </StaffCard>
  )
}

function LateRow({ count }: { count: number }) {
  const { title, due, late, none } = jobsCopy.decisions
  const { roles, permissions } = useOwnRoles()
  const canOpen = roles.includes('admin') && permissions.includes('repair_transactions')
  return (
    <StaffRow>
      <StaffRowHead>
        {canOpen ? (
          <TextLink to={paths.adminBetweenBanks}>{title}</TextLink>
        ) : (
          <span className="text-name">{title}</span>
        )}{' '}
        <span className="text-secondary">{due}</span>
      </StaffRowHead>
      <StaffCell label="State">
        <Tag tone="danger">{late(count)}</Tag>
      </StaffCell>
      {columns.slice(2).map((label) => (
        <StaffCell key={label} label={label} isFigure={label === failed}>
          {none}
        </StaffCell>
      ))}
    </StaffRow>
  )
}

function JobRow({ job, now }: { job: Job; now: Date }) {
  const { name, schedule, lastRunAt, lastSuccessAt, isOff, failures, failedRun, problem } = job
  const next = nextRun(schedule, now)
  return (
    <StaffRow>
      <StaffRowHead>
        <span className="text-name">{jobName(name)}</span>{' '}
        <span className="text-secondary">{scheduleWords(schedule)}</span>
      </StaffRowHead>
      <StaffCell label="State">
        <Tag tone={toneOf(job)}>{stateOf(job)}</Tag>
      </StaffCell>
      <StaffCell label="Last run" className="lg:whitespace-nowrap">
        {lastRunAt === null ? '–' : formatDenseDateTime(lastRunAt)}
      </StaffCell>
      <StaffCell label="Last success" className="lg:whitespace-nowrap">
        {lastSuccessAt === null ? jobsCopy.never : formatDenseDateTime(lastSuccessAt)}
      </StaffCell>
      <StaffCell label="Next run" className="lg:whitespace-nowrap">
        {isOff ? '–' : next === null ? scheduleWords(schedule) : formatDenseDateTime(next)}
      </StaffCell>
      <StaffCell label={failed} isFigure>
        {formatCount(failures)}
      </StaffCell>
      <StaffCell label="Last failure">
        {failedRun === null || problem === null ? '–' : `${problemText(problem)} ${jobsCopy.run(failedRun)}`}
      </StaffCell>
    </StaffRow>
  )
}

function stateOf({ isOff, isFailing, isLate, lastRunAt }: Job): string {
  if (isOff) return jobsCopy.off
  if (isFailing) return jobsCopy.failing
  if (isLate) return jobsCopy.late
  return lastRunAt === null ? jobsCopy.notRun : jobsCopy.working
}

function toneOf({ isOff, isFailing, isLate }: Job) {
  return isOff || isFailing || isLate ? 'danger' : 'plain'
}
