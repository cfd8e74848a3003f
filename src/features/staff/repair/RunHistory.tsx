import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pagesInAddress, placeInAddress, readPlace } from '@/components/pagesInAddress'
import { StaffList, type StaffColumn } from '@/components/StaffList'
import { Tag } from '@/components/Tag'
import { formatDenseSecond } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { useAddressFields } from '@/lib/useAddressFields'
import { repairCopy } from './copy'
import { repairQueries, runPageSize, type PastRun } from './queries'

const copy = repairCopy.history

const columns: StaffColumn<PastRun>[] = [
  {
    label: 'Started',
    cell: ({ startedAt }) => (
      <time dateTime={startedAt} className="tabular-nums">
        {formatDenseSecond(startedAt)}
      </time>
    ),
  },
  { label: 'Who', cell: ({ startedBy }) => startedBy ?? copy.unnamed },
  { label: 'Run', cell: ({ isRepair }) => (isRepair ? copy.repair : copy.dryRun) },
  { label: 'Found', isFigure: true, cell: (run) => copy.counted(run.found, formatPence(run.foundTotal)) },
  { label: 'Repaired', isFigure: true, cell: (run) => copy.counted(run.repaired, formatPence(run.repairedTotal)) },
  {
    label: 'Result',
    cell: ({ outcome, problem }) => (
      <span className="flex flex-wrap items-center gap-x-2 max-lg:justify-end">
        <Tag tone={outcome === 'complete' ? 'plain' : outcome === 'failed' ? 'danger' : 'care'}>
          {outcome === null ? copy.unfinished : (copy.outcomes[outcome] ?? outcome)}
        </Tag>
        {problem !== null && <span className="text-muted">{problem}</span>}
      </span>
    ),
  },
]

/** Who ran the repair when, what it found and repaired, and how it ended. */
export function RunHistory() {
  const { field, setFields } = useAddressFields<'pages'>()
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const list = useQuery({ ...repairQueries.runs(readPlace(pages.after)), placeholderData: keepPreviousData })
  return (
    <StaffList
      words={copy}
      query={list}
      columns={columns}
      pages={pages}
      pageSize={runPageSize}
      placeOf={({ startedAt, id }) => placeInAddress(startedAt, id)}
    />
  )
}
