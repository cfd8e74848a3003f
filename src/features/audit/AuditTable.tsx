import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { formatDateTime } from '@/lib/dates'
import { auditCopy } from './copy'
import { describeAction, describeDetails } from './describeEntry'
import type { AuditEntry, NamedUser } from './queries'

const columns = ['When', 'Who', 'What', 'To whom', 'Row and hash']

type AuditTableProps = {
  entries: AuditEntry[]
  isBusy: boolean
  onActor: (actor: NamedUser) => void
  onTarget: (target: NamedUser) => void
}

export function AuditTable({ entries, isBusy, onActor, onTarget }: AuditTableProps) {
  return (
    <StaffTable caption="Audit" columns={columns} isBusy={isBusy}>
      {entries.map(({ id, createdAt, actorId, actorName, action, targetId, targetName, details, hash }) => (
        <StaffRow key={id}>
          <StaffRowHead>
            <time dateTime={createdAt} className="lg:text-sm">
              {formatDateTime(createdAt)}
            </time>
          </StaffRowHead>
          <StaffCell label="Who">
            {actorId === null ? (
              auditCopy.system
            ) : (
              <PersonButton id={actorId} name={actorName} what="Only what was done by" onPress={onActor} />
            )}
          </StaffCell>
          <StaffCell label="What">
            <div className="max-lg:text-right">
              <p className="font-medium">{describeAction(action)}</p>
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
            {targetId === null ? (
              auditCopy.noTarget
            ) : (
              <PersonButton id={targetId} name={targetName} what="Only what was done to" onPress={onTarget} />
            )}
          </StaffCell>
          <StaffCell label="Row and hash">
            <span className="text-muted tabular-nums">
              {id} <code title={hash}>{hash.slice(0, 12)}</code>
            </span>
          </StaffCell>
        </StaffRow>
      ))}
    </StaffTable>
  )
}

type PersonButtonProps = { id: string; name: string | null; what: string; onPress: (person: NamedUser) => void }

/** Filters by the user. A deleted user is shown by the beginning of the id. */
function PersonButton({ id, name, what, onPress }: PersonButtonProps) {
  const shown = name ?? `${auditCopy.gone} ${id.slice(0, 8)}`
  return (
    <button
      type="button"
      aria-label={`${what} ${shown}`}
      onClick={() => onPress({ id, name: shown })}
      className="-mx-2 min-h-11 rounded px-2 text-left text-brand underline decoration-line underline-offset-4 hover:bg-brand-soft"
    >
      {shown}
    </button>
  )
}
