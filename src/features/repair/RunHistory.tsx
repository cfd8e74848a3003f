import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { OpenRowButton } from '@/components/OpenRowButton'
import { PagedRows } from '@/components/PagedRows'
import { pagesInAddress, placeInAddress, readPlace } from '@/components/pagesInAddress'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { formatPence } from '@/lib/money'
import { useAddressFields } from '@/lib/useAddressFields'
import { repairCopy } from './copy'
import { RunPane } from './RunPane'
import { repairQueries, runPageSize, type PastRun } from './queries'

const copy = repairCopy.history

/** Who ran the repair when, what it found and repaired, and how it ended. */
export function RunHistory() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { field, setFields } = useAddressFields<'run' | 'pages'>()
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const opener = useRef<HTMLElement>(null)
  const openedId = field('run')

  const handleOpen = (id: string, button: HTMLElement) => {
    opener.current = button
    setFields({ run: id })
  }
  const handleClose = () => {
    setFields({ run: '' })
    opener.current?.focus({ preventScroll: true })
  }
  const list = useQuery({ ...repairQueries.runs(readPlace(pages.after)), placeholderData: keepPreviousData })
  return (
    <StaffCard title={copy.title} heading={heading}>
      <PagedRows
        query={list}
        what={copy.what}
        pages={pages}
        pageSize={runPageSize}
        placeOf={({ startedAt, id }) => placeInAddress(startedAt, id)}
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
              <RunRow key={run.id} run={run} onOpen={(button) => handleOpen(run.id, button)} />
            ))}
          </StaffTable>
        )}
      </PagedRows>
      {openedId !== '' && <RunPane key={openedId} id={openedId} onClose={handleClose} />}
    </StaffCard>
  )
}

function RunRow({ run, onOpen }: { run: PastRun; onOpen: (button: HTMLElement) => void }) {
  const { startedAt, startedBy, isRepair, outcome, problem, found, foundTotal, repaired, repairedTotal } = run
  return (
    <StaffRow>
      <StaffRowHead>
        <OpenRowButton at={startedAt} label={copy.open} onOpen={onOpen} />
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
