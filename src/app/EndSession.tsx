import { useEffect } from 'react'
import { Loading } from '@/components/Loading'
import { useSession } from '@/lib/session'

/** Signs out, because the server has ended the session. */
export function EndSession() {
  const { signOut } = useSession()
  useEffect(() => void signOut('elsewhere'), [signOut])
  return <Loading full />
}
