import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { decideAccess } from '@/features/auth/access'
import { profileQueries } from '@/features/profile/queries'
import { logError } from '@/lib/log'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

/** Asks once who is there; `decideAccess` says what that means, and the guards below only lead there. */
function useAccess() {
  const { status, userId, authEvents } = useSession()
  const client = useQueryClient()
  const profile = useQuery(profileQueries.own(userId))
  const access = decideAccess(status, profile)

  useEffect(() => {
    // The first event brought the first reading.
    if (authEvents > 1) void client.invalidateQueries({ queryKey: profileQueries.all }, { cancelRefetch: false })
  }, [authEvents, client])
  useEffect(() => {
    if (access === 'stay') logError('The profile could not be read', profile.error)
  }, [access, profile.error])

  return { access, profile }
}

/** Screens of the bank: for approved customers. With `demo`, visitors without a session may look as well. */
export function CustomersOnly({ demo = false }: { demo?: boolean }) {
  const session = useSession()
  const { access, profile } = useAccess()
  switch (access) {
    case 'loading':
      return <Loading full />
    case 'sign out':
      return <EndSession />
    case 'auth': {
      // Whoever has just been signed out is not a visitor who wants to try the demo.
      const hasEnded = session.status === 'signed out' && session.hasEnded
      return demo && !hasEnded ? <Outlet /> : <Navigate to={paths.auth} replace />
    }
    case 'pending':
      return <Navigate to={paths.pendingApproval} replace />
    case 'stay':
      return (
        <main className="mx-auto max-w-120 p-4">
          <LoadFailed error={profile.error} onRetry={profile.refetch} what="your profile" />
        </main>
      )
    case 'app':
      return <Outlet />
  }
}

/** /pending-approval: for those who wait. */
export function PendingOnly() {
  const { access } = useAccess()
  switch (access) {
    case 'loading':
      return <Loading full />
    case 'sign out':
      return <EndSession />
    case 'auth':
      return <Navigate to={paths.auth} replace />
    case 'app':
      return <Navigate to={paths.home} replace />
    case 'pending':
    case 'stay':
      return <Outlet />
  }
}

/** /auth: for those who are not signed in. */
export function VisitorsOnly() {
  const { status } = useSession()
  if (status === 'loading') return <Loading full />
  return status === 'signed in' ? <Navigate to={paths.home} replace /> : <Outlet />
}

function EndSession() {
  const { signOut } = useSession()
  useEffect(() => void signOut(), [signOut])
  return <Loading full />
}
