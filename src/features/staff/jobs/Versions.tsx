import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '@/features/staff/overview/queries'
import { appVersion } from '@/lib/appVersion'
import { jobsCopy } from './copy'

const { shown, older, newer } = jobsCopy.versions

/** The releases of the web app and of the database. They differ during a deployment only. */
export function Versions() {
  const { data } = useQuery(overviewQuery())
  const database = data?.database_version ?? null
  const order = database?.localeCompare(appVersion, 'en', { numeric: true }) ?? 0
  return (
    <div className="space-y-2">
      <p className="text-secondary">{shown(appVersion, database ?? jobsCopy.unknown.toLowerCase())}</p>
      {order !== 0 && (
        <output className="block rounded bg-care-soft px-4 py-2 text-small text-care">
          {order < 0 ? older : newer}
        </output>
      )}
    </div>
  )
}
