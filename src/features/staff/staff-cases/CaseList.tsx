import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Money } from '@/components/Money'
import { PagedTable } from '@/components/PagedTable'
import { pagesInAddress, placeInAddress, readPlace } from '@/components/pagesInAddress'
import { ShortDate } from '@/components/ShortDate'
import { StaffCard } from '@/components/StaffCard'
import { StaffFilter } from '@/components/StaffFilter'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
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

/** The cases, what is due first at the top. */
export function CaseList() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { field, setFields } = useAddressFields<'state' | 'kind' | 'mine' | 'pages'>()
  const filter = { state: field('state') || 'open', kind: field('kind'), isMine: field('mine') !== '' }
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const list = useQuery({
    ...staffCaseQueries.list(filter, readPlace(pages.after)),
    placeholderData: keepPreviousData,
  })
  return (
    <StaffCard
      title={copy.title}
      heading={heading}
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
    >
      <PagedTable
        query={list}
        words={copy}
        pages={pages}
        pageSize={casePageSize}
        placeOf={({ due_at: at, id }) => placeInAddress(at, id)}
        heading={heading}
      >
        {(row) => <CaseRow key={row.id} row={row} now={new Date(list.dataUpdatedAt)} />}
      </PagedTable>
    </StaffCard>
  )
}

function CaseRow({ row, now }: { row: ListedStaffCase; now: Date }) {
  const due = describeDue(row, now)
  return (
    <StaffRow>
      <StaffRowHead>
        {row.decision === null ? (
          <span className="flex flex-wrap items-center gap-x-2">
            {due.isUrgent ? <Tag tone="danger">{due.words}</Tag> : <span className="font-semibold">{due.words}</span>}
            <span className="text-sm text-muted">{due.note}</span>
            {row.summary_due_at !== null && Date.parse(row.summary_due_at) > now.getTime() && (
              <span className="text-sm text-muted">
                {complaintCopy.summaryUntil(formatShortDay(lastDayOf(row.summary_due_at)))}
              </span>
            )}
          </span>
        ) : (
          <Tag tone={row.decision === 'refunded' ? 'good' : 'plain'}>{decisionOf(row.kind, row.decision)}</Tag>
        )}
      </StaffRowHead>
      <StaffCell label="Case" isDense>
        <TextLink to={adminCasePath(row.id)} opensRow>
          {titleOf(row.kind)}
        </TextLink>
      </StaffCell>
      <StaffCell label="Customer" isDense>
        {row.customer_name ?? noName}
      </StaffCell>
      <StaffCell label="Amount" isFigure isDense>
        {row.amount === null ? '–' : <Money pence={row.amount} />}
      </StaffCell>
      <StaffCell label="Opened" isDense>
        <ShortDate at={row.opened_at} />
      </StaffCell>
      <StaffCell label="Agent" isDense className="lg:min-w-24">
        {row.assigned_name ?? <span className="text-muted">{copy.nobody}</span>}
      </StaffCell>
    </StaffRow>
  )
}
