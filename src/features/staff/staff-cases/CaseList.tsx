import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Money } from '@/components/Money'
import { pagesInAddress, placeInAddress, readPlace } from '@/components/pagesInAddress'
import { ShortDate } from '@/components/ShortDate'
import { StaffFilter } from '@/components/StaffFilter'
import { StaffList, type StaffColumn } from '@/components/StaffList'
import { Tag } from '@/components/Tag'
import { TextLink } from '@/components/TextLink'
import { Checkbox } from '@/components/ui/Checkbox'
import { formatShortDay } from '@/lib/dates'
import { lastDayOf } from '@/lib/lastDayOf'
import { noName } from '@/lib/noName'
import { adminCasePath } from '@/lib/paths'
import { useAddressFields } from '@/lib/useAddressFields'
import { complaintCopy } from './complaintCopy'
import { describeDue, staffCaseCopy } from './copy'
import { decisionOf, kindTitles, titleOf } from './kinds'
import { casePageSize, caseStates, staffCaseQueries, type ListedStaffCase } from './queries'

const { list: copy, states } = staffCaseCopy

const columns: StaffColumn<ListedStaffCase>[] = [
  { label: 'Due', cell: (row, readAt) => <Due row={row} now={readAt} /> },
  {
    label: 'Case',
    cell: ({ id, kind }) => (
      <TextLink to={adminCasePath(id)} opensRow>
        {titleOf(kind)}
      </TextLink>
    ),
  },
  { label: 'Customer', cell: (row) => row.customer_name ?? noName },
  { label: 'Amount', isFigure: true, cell: ({ amount }) => (amount === null ? '–' : <Money pence={amount} />) },
  { label: 'Opened', cell: (row) => <ShortDate at={row.opened_at} /> },
  {
    label: 'Agent',
    className: 'lg:min-w-24',
    cell: (row) => row.assigned_name ?? <span className="text-muted">{copy.nobody}</span>,
  },
]

/** The cases, what is due first at the top. */
export function CaseList() {
  const { field, setFields } = useAddressFields<'state' | 'kind' | 'mine' | 'pages'>()
  const filter = { state: field('state') || 'open', kind: field('kind'), isMine: field('mine') !== '' }
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const list = useQuery({
    ...staffCaseQueries.list(filter, readPlace(pages.after)),
    placeholderData: keepPreviousData,
  })
  return (
    <StaffList
      words={copy}
      query={list}
      columns={columns}
      pages={pages}
      pageSize={casePageSize}
      placeOf={({ due_at: at, id }) => placeInAddress(at, id)}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Checkbox
            label={copy.mine}
            checked={filter.isMine}
            onChange={(isMine) => setFields({ mine: isMine ? 'yes' : '', pages: '' })}
          />
          <StaffFilter
            label={copy.kind}
            value={filter.kind}
            options={[['', copy.anyKind], ...kindTitles]}
            onChange={(kind) => setFields({ kind, pages: '' })}
          />
          <StaffFilter
            label={copy.state}
            value={filter.state}
            options={caseStates.map((state) => [state, states[state]])}
            onChange={(state) => setFields({ state, pages: '' })}
          />
        </div>
      }
    />
  )
}

function Due({ row, now }: { row: ListedStaffCase; now: Date }) {
  if (row.decision !== null)
    return <Tag tone={row.decision === 'refunded' ? 'good' : 'plain'}>{decisionOf(row.kind, row.decision)}</Tag>
  const due = describeDue(row, now)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {due.isUrgent ? <Tag tone="danger">{due.words}</Tag> : <span className="font-semibold">{due.words}</span>}
      <span className="text-sm text-muted">{due.note}</span>
      {row.summary_due_at !== null && Date.parse(row.summary_due_at) > now.getTime() && (
        <span className="text-sm text-muted">
          {complaintCopy.summaryUntil(formatShortDay(lastDayOf(row.summary_due_at)))}
        </span>
      )}
    </span>
  )
}
