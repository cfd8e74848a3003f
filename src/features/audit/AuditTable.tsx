import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { auditSystem, describeAction } from './shared'
import { formatDenseSecond } from '@/lib/dates'
import { auditRowPath } from '@/lib/paths'
import { Link } from 'react-router-dom'
import { auditCopy } from './copy'
import { describeDetails, describeSubject, shortId } from './describeEntry'
import type { AuditEntry } from './queries'

const columns = ['When', 'Who', 'What', 'To whom', 'Row, hash']

type AuditTableProps = {
  entries: AuditEntry[]
  /** The row that the address names. */
  row: number | null
  isBusy: boolean
  onActor: (actor: string) => void
  onTarget: (target: string) => void
}

export function AuditTable({ entries, row, isBusy, onActor, onTarget }: AuditTableProps) {
  return (
    <StaffTable caption="Audit" columns={columns} isBusy={isBusy} isCompact>
      {entries.map((entry) => {
        const { id, createdAt, actorId, actorName, action, personId, personName, details, hash } = entry
        const subject = describeSubject(entry)
        return (
          <StaffRow key={id} isCurrent={id === row}>
            <StaffRowHead>
              <time dateTime={createdAt} className="whitespace-nowrap tabular-nums lg:text-sm">
                {formatDenseSecond(createdAt)}
              </time>
            </StaffRowHead>
            <StaffCell label="Who" className="lg:whitespace-nowrap">
              {actorId === null ? (
                auditSystem
              ) : (
                <PersonButton id={actorId} name={actorName} what="Only what was done by" onPress={onActor} />
              )}
            </StaffCell>
            <StaffCell label="What">
              <div className="flex flex-wrap gap-x-3 max-lg:justify-end max-lg:text-right">
                <span className="font-medium">{describeAction(action)}</span>
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
                  <PersonButton id={personId} name={personName} what="Only what was done to" onPress={onTarget} />
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
      })}
    </StaffTable>
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
      className={`-mx-2 rounded px-2 text-left ${linkLook}`}
    >
      {shown}
    </button>
  )
}
