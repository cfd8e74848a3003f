import type { UseQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { PagedTable } from '@/components/PagedTable'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import type { Pages } from '@/components/pagesInAddress'
import { formatDenseSecond } from '@/lib/dates'
import { auditRowPath } from '@/lib/paths'
import { auditCopy } from './copy'
import { describeDetails, describeSubject, shortId } from './describeEntry'
import { auditPageSize, type AuditEntry } from './queries'
import { auditSystem, describeAction } from './shared'

type AuditListProps = {
  query: UseQueryResult<AuditEntry[]>
  pages: Pages
  /** The row that the address names. */
  row: string
  none: string
  heading: RefObject<HTMLHeadingElement | null>
  /** The user pressed a name in a row. */
  onChoose: (choice: { actor: string } | { target: string }) => void
}

const columns = ['When', 'Who', 'What', 'To whom', 'Row, hash']

export function AuditList({ query, pages, row, none, heading, onChoose }: AuditListProps) {
  return (
    <PagedTable
      query={query}
      words={{ title: 'Audit', what: auditCopy.what, none, columns }}
      pages={pages}
      pageSize={auditPageSize}
      placeOf={({ id }) => String(id)}
      heading={heading}
    >
      {(entry) => (
        <AuditRow key={entry.id} entry={entry} isCurrent={row !== '' && entry.id === Number(row)} onChoose={onChoose} />
      )}
    </PagedTable>
  )
}

type AuditRowProps = Pick<AuditListProps, 'onChoose'> & { entry: AuditEntry; isCurrent: boolean }

function AuditRow({ entry, isCurrent, onChoose }: AuditRowProps) {
  const { id, createdAt, actorId, actorName, action, personId, personName, details, hash } = entry
  const subject = describeSubject(entry)
  return (
    <StaffRow isCurrent={isCurrent}>
      <StaffRowHead>
        <time dateTime={createdAt} className="tabular-nums lg:text-small lg:whitespace-nowrap">
          {formatDenseSecond(createdAt)}
        </time>
      </StaffRowHead>
      <StaffCell label="Who">
        {actorId === null ? (
          auditSystem
        ) : (
          <PersonButton
            id={actorId}
            name={actorName}
            what="Only what was done by"
            onPress={(actor) => onChoose({ actor })}
          />
        )}
      </StaffCell>
      <StaffCell label="What">
        <div className="flex flex-wrap gap-x-3 max-lg:justify-end max-lg:text-right">
          <span className="text-name">{describeAction(action)}</span>
          <dl className="flex flex-wrap gap-x-3 text-muted max-lg:justify-end">
            {describeDetails(details).map(([name, value]) => (
              <div key={name} className="flex gap-x-1">
                <dt>{name}:</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </StaffCell>
      <StaffCell label="To whom">
        <div className="flex flex-wrap items-center gap-x-3 max-lg:justify-end max-lg:text-right">
          {personId !== null && (
            <PersonButton
              id={personId}
              name={personName}
              what="Only what was done to"
              onPress={(target) => onChoose({ target })}
            />
          )}
          {subject !== null && <span className="text-muted">{subject}</span>}
          {personId === null && subject === null && auditCopy.noTarget}
        </div>
      </StaffCell>
      <StaffCell label="Row, hash" className="lg:whitespace-nowrap">
        <span className="flex items-center gap-2 text-muted tabular-nums">
          <Link to={auditRowPath(id)} data-opens aria-label={`Row ${id}`} className={linkLook}>
            {id}
          </Link>
          <code title={hash}>{hash.slice(0, 8)}</code>
        </span>
      </StaffCell>
    </StaffRow>
  )
}

const linkLook =
  'flex min-h-11 items-center text-brand underline decoration-line underline-offset-4 hover:bg-brand-soft lg:min-h-8'

type PersonButtonProps = { id: string; name: string | null; what: string; onPress: (id: string) => void }

/** Filters by the user. */
function PersonButton({ id, name, what, onPress }: PersonButtonProps) {
  const shown = name ?? `${auditCopy.unnamed} ${shortId(id)}`
  return (
    <button
      type="button"
      aria-label={`${what} ${shown}`}
      onClick={() => onPress(id)}
      className={`-mx-2 rounded px-2 text-left lg:max-w-56 lg:min-w-32 ${linkLook}`}
    >
      {shown}
    </button>
  )
}
