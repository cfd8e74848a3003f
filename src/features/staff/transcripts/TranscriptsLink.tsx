import { Link } from 'react-router-dom'
import { buttonLook } from '@/components/ui/buttonLook'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { transcriptsPath } from '@/lib/paths'

/** Leads to the ended chats of a user; for the staff who may read them. */
export function TranscriptsLink({ userId }: { userId: string }) {
  const { permissions } = useOwnRoles()
  if (!permissions.includes('read_transcripts')) return null
  return (
    <Link to={transcriptsPath(userId)} className={buttonLook('secondary')}>
      Transcripts
    </Link>
  )
}
