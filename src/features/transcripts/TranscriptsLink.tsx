import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { buttonLook } from '@/components/ui/buttonLook'
import { roleQueries } from '@/features/roles/queries'
import { transcriptsPath } from '@/lib/paths'
import { useUserId } from '@/lib/session'

/** Leads to the ended chats of a user; for the staff who may read them. */
export function TranscriptsLink({ userId }: { userId: string }) {
  const own = useQuery(roleQueries.own(useUserId())).data
  if (own?.permissions.includes('read_transcripts') !== true) return null
  return (
    <Link to={transcriptsPath(userId)} className={buttonLook('secondary')}>
      Transcripts
    </Link>
  )
}
