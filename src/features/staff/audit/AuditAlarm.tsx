import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { AskButton } from '@/components/AskButton'
import { formatDateTime } from '@/lib/dates'
import { auditRowPath } from '@/lib/paths'
import { auditCopy } from './copy'
import { useAcknowledgeAlarm } from './mutations'
import { auditQueries } from './queries'

const copy = auditCopy.alarm

/** The red bar over every staff screen while the audit chain is broken and no super admin has looked. */
export function AuditAlarm({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  const alarm = useQuery(auditQueries.alarm()).data ?? null
  const acknowledge = useAcknowledgeAlarm()
  return (
    <div role="alert" aria-label={copy.label}>
      {alarm !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-danger px-4 py-1 text-small text-on-danger lg:px-6">
          <p className="min-w-0 flex-1 basis-80">
            <strong>{copy.title(alarm.row_id)}</strong> {copy.found(formatDateTime(alarm.found_at))}{' '}
            {!isSuperAdmin && copy.forOthers}
          </p>
          {isSuperAdmin && (
            <>
              <Link to={auditRowPath(alarm.row_id)} className="flex min-h-11 items-center underline lg:min-h-9">
                {copy.look}
              </Link>
              <AskButton
                label={copy.acknowledge}
                variant="secondary"
                change={acknowledge}
                question={{ ...copy.confirm, args: alarm.row_id }}
                failure={(text) => ({ title: copy.failed, text })}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}
