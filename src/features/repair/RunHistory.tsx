import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PagedRows } from '@/components/PagedRows'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { usePages } from '@/components/usePages'
import { formatDenseSecond } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { repairCopy } from './copy'
import { repairQueries, runPageSize, type PastRun, type RunPlace } from './queries'

const copy = repairCopy.history

/** Who ran the repair when, what it found and repaired, and how it ended. */
export function RunHistory() {
  const heading = useRef<HTMLHeadingElement>(null)
  const pages = usePages<RunPlace>()
  const list = useQuery({ ...repairQueries.runs(pages.after), placeholderData: keepPreviousData })
  return (
    <StaffCard title={copy.title} heading={heading}>
      <PagedRows
        query={list}
        what={copy.what}
        pages={pages}
        pageSize={runPageSize}
        placeOf={({ startedAt, id }) => ({ startedAt, id })}
        none={copy.none}
        heading={heading}
      >
        {(runs) => (
          <StaffTable
            caption={copy.title}
            columns={copy.columns}
            figures={[...copy.figures]}
            isBusy={list.isPlaceholderData}
            isCompact
          >
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </StaffTable>
        )}
      </PagedRows>
    </StaffCard>
  )
}

function RunRow({ run }: { run: PastRun }) {
  const { startedAt, startedBy, isRepair, outcome, problem, found, foundTotal, repaired, repairedTotal } = run
  return (
    <StaffRow>
      <StaffRowHead>
        <time dateTime={startedAt} className="tabular-nums lg:text-sm">
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
