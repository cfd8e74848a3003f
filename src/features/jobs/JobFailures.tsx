import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PagedTable } from '@/components/PagedTable'
import { pagesInAddress } from '@/components/pagesInAddress'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { formatDenseSecond } from '@/lib/dates'
import { useAddressFields } from '@/lib/useAddressFields'
import { jobName, jobsCopy, problemText } from './copy'
import { failurePageSize, jobQueries } from './queries'

const columns = ['When', 'Job', 'What failed', 'Run']

/** The runs that failed, newest first. */
export function JobFailures() {
  const { title, what, none, kept } = jobsCopy.failures
  const { field, setFields } = useAddressFields<'failures'>()
  const pages = pagesInAddress(field('failures'), (value) => setFields({ failures: value }))
  const query = useQuery({ ...jobQueries.failures(pages.after), placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <StaffCard title={title} heading={heading}>
      <p className="px-4 pb-3 text-sm text-muted">{kept}</p>
      <PagedTable
        query={query}
        words={{ title, what, none, columns, figures: columns.slice(-1) }}
        pages={pages}
        pageSize={failurePageSize}
        placeOf={({ runId }) => String(runId)}
        heading={heading}
      >
        {({ runId, name, failedAt, problem }) => (
          <StaffRow key={runId}>
            <StaffRowHead>
              <time dateTime={failedAt} className="tabular-nums">
                {formatDenseSecond(failedAt)}
              </time>
            </StaffRowHead>
            <StaffCell label="Job">{jobName(name)}</StaffCell>
            <StaffCell label="What failed">{problemText(problem)}</StaffCell>
            <StaffCell label="Run" isFigure>
              {runId}
            </StaffCell>
          </StaffRow>
        )}
      </PagedTable>
    </StaffCard>
  )
}
