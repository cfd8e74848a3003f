import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Money } from '@/components/Money'
import { pagesInAddress, type Pages } from '@/components/pagesInAddress'
import { ShortDate } from '@/components/ShortDate'
import { StaffFilter } from '@/components/StaffFilter'
import { StaffList, type StaffColumn } from '@/components/StaffList'
import { StaffSearch } from '@/components/StaffSearch'
import { Tag } from '@/components/Tag'
import { TextLink } from '@/components/TextLink'
import { Checkbox } from '@/components/ui/Checkbox'
import { caseSearchQuery, mostFoundCases, staffCaseKey } from '@/features/staff/case-summaries/queries'
import { CaseMark, describeDue, kindTitles, titleOf } from '@/features/staff/case-summaries/shared'
import type { CaseSummary } from '@/lib/caseSummary'
import { formatShortDay } from '@/lib/dates'
import { lastDayOf } from '@/lib/lastDayOf'
import { noName } from '@/lib/noName'
import { adminCasePath } from '@/lib/paths'
import { noSearch, useAddressSearch, type Search } from '@/lib/search'
import { useUserId } from '@/lib/session'
import { useAddressFields } from '@/lib/useAddressFields'
import { complaintCopy } from './complaintCopy'
import { staffCaseCopy } from './copy'
import { decisionOf } from './kinds'
import { casePageSize, caseStates, placeOfCase, readCasePlace, staffCaseQueries, type CaseFilter } from './queries'

const { list: copy, states } = staffCaseCopy

const columns: StaffColumn<CaseSummary>[] = [
  { label: 'Due', cell: (row, readAt) => <Due row={row} now={readAt} /> },
  {
    label: 'Case',
    className: 'wrap-anywhere',
    cell: ({ id, kind, subject }) => (
      // One element: on a phone the parts of a row stand at both edges.
      <span>
        <TextLink to={adminCasePath(id)} opensRow>
          {titleOf(kind)}
        </TextLink>
        {subject !== null && <span className="text-muted">: {subject}</span>}
      </span>
    ),
  },
  { label: 'Customer', cell: (row) => row.customer_name ?? noName },
  { label: 'Amount', isFigure: true, cell: ({ amount }) => (amount === null ? '–' : <Money pence={amount} />) },
  { label: 'Opened', cell: (row) => <ShortDate at={row.opened_at} /> },
  {
    label: 'Agent',
    className: 'lg:min-w-24',
    cell: (row) => <Agent row={row} />,
  },
  { label: 'Next', cell: (row) => <CaseMark of={row} /> },
]

/** The cases, those of the reader first and each by its clock, or those that a search finds. */
export function CaseList() {
  const { field, setFields } = useAddressFields<'state' | 'kind' | 'mine' | 'search' | 'pages'>()
  const filter = { state: field('state') || 'open', kind: field('kind'), isMine: field('mine') !== '' }
  const { search, find } = useAddressSearch(field('search'), staffCaseKey, (text) =>
    setFields({ search: text, pages: '' }),
  )
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const searchField = <StaffSearch key={search.text} label={copy.search} search={search} onSearch={find} />
  if (search !== noSearch) return <FoundCases search={search} searchField={searchField} />
  return (
    <CasePages filter={filter} pages={pages}>
      {searchField}
      <Checkbox
        label={copy.mine}
        checked={filter.isMine}
        onChange={(isMine) => setFields({ mine: isMine ? 'yes' : '', pages: '' })}
      />
      <StaffFilter
        label={copy.kind}
        value={filter.kind}
        options={[['', copy.anyKind], ...Object.entries(kindTitles)]}
        onChange={(kind) => setFields({ kind, pages: '' })}
      />
      <StaffFilter
        label={copy.state}
        value={filter.state}
        options={caseStates.map((state) => [state, states[state]])}
        onChange={(state) => setFields({ state, pages: '' })}
      />
    </CasePages>
  )
}

type CasePagesProps = { filter: CaseFilter; pages: Pages; children: ReactNode }

function CasePages({ filter, pages, children }: CasePagesProps) {
  const userId = useUserId()
  const list = useQuery({
    ...staffCaseQueries.list(filter, readCasePlace(pages.after)),
    placeholderData: keepPreviousData,
  })
  return (
    <StaffList
      words={copy}
      query={list}
      columns={columns}
      pages={pages}
      pageSize={casePageSize}
      placeOf={(row) => placeOfCase(row, userId)}
      actions={<Controls>{children}</Controls>}
    />
  )
}

/** Cases of every state. */
function FoundCases({ search, searchField }: { search: Search; searchField: ReactNode }) {
  const found = useQuery(caseSearchQuery(search))
  return (
    <>
      <StaffList
        words={{ title: copy.found, what: copy.what, none: copy.noneFound }}
        query={found}
        columns={columns}
        pages={onePage}
        // There is no other page.
        pageSize={mostFoundCases + 1}
        placeOf={({ id }) => id}
        actions={<Controls>{searchField}</Controls>}
      />
      {found.data?.length === mostFoundCases && <p className="text-secondary">{copy.firstFound}</p>}
    </>
  )
}

const onePage = pagesInAddress('', () => {})

const Controls = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-end gap-x-4 gap-y-2">{children}</div>
)

function Agent({ row }: { row: CaseSummary }) {
  if (row.assigned_to === useUserId()) return <span className="text-strong">{copy.you}</span>
  return row.assigned_name ?? <span className="text-muted">{copy.nobody}</span>
}

function Due({ row, now }: { row: CaseSummary; now: Date }) {
  if (row.decision !== null) return <Tag>{decisionOf(row.kind, row.decision)}</Tag>
  const due = describeDue(row, now)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {due.isUrgent ? <Tag tone="danger">{due.words}</Tag> : <span className="text-strong">{due.words}</span>}
      <span className="text-secondary">{due.note}</span>
      {row.summary_due_at !== null && Date.parse(row.summary_due_at) > now.getTime() && (
        <span className="text-secondary">
          {complaintCopy.summaryUntil(formatShortDay(lastDayOf(row.summary_due_at)))}
        </span>
      )}
    </span>
  )
}
