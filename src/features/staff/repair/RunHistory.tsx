import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PagedTable } from '@/components/PagedTable'
import { pagesInAddress, placeInAddress, readPlace } from '@/components/pagesInAddress'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { formatDenseSecond } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { useAddressFields } from '@/lib/useAddressFields'
import { repairCopy } from './copy'
import { repairQueries, runPageSize, type PastRun } from './queries'

const copy = repairCopy.history

/** Who ran the repair when, what it found and repaired, and how it ended. */
export function RunHistory() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { field, setFields } = useAddressFields<'pages'>()
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const list = useQuery({ ...repairQueries.runs(readPlace(pages.after)), placeholderData: keepPreviousData })
  return (
    <StaffCard title={copy.title} heading={heading}>
      <PagedTable
        query={list}
        words={copy}
        pages={pages}
        pageSize={runPageSize}
        placeOf={({ startedAt, id }) => placeInAddress(startedAt, id)}
        heading={heading}
      >
        {(run) => <RunRow key={run.id} run={run} />}
      </PagedTable>
    </StaffCard>
  )
}

function RunRow({ run }: { run: PastRun }) {
  const { startedAt, startedBy, isRepair, outcome, problem, found, foundTotal, repaired, repairedTotal } = run
  return (
    <StaffRow>
      <StaffRowHead>
        <time dateTime={startedAt} className="tabular-nums">
          {formatDenseSecond(startedAt)}
        </time>
      </StaffRowHead>
      <StaffCell label="Who" isDense>
        {startedBy ?? copy.unnamed}
      </StaffCell>
      <StaffCell label="Run" isDense>
        {isRepair ? copy.repair : copy.dryRun}
      </StaffCell>
      <StaffCell label="Found" isFigure isDense>
        {copy.counted(found, formatPence(foundTotal))}
      </StaffCell>
      <StaffCell label="Repaired" isFigure isDense>
        {copy.counted(repaired, formatPence(repairedTotal))}
      </StaffCell>
      <StaffCell label="Result" isDense>
        <span className="flex flex-wrap items-center gap-x-2 max-lg:justify-end">
          <Tag tone={outcome === 'complete' ? 'good' : outcome === 'failed' ? 'danger' : 'care'}>
            {outcome === null ? copy.unfinished : (copy.outcomes[outcome] ?? outcome)}
          </Tag>
          {problem !== null && <span className="text-muted">{problem}</span>}
        </span>
      </StaffCell>
    </StaffRow>
  )
}
