import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { brand } from '@/brand'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { decideAccess } from '@/features/person/auth/access'
import { returningTo } from '@/features/person/auth/signInReturn'
import { profileQueries } from '@/features/person/profile/queries'
import { logError } from '@/lib/log'
import { paths } from '@/lib/paths'
import { useStickyError } from '@/lib/queryState'
import { useSession } from '@/lib/session'
import { areaPart } from './areaPart'
import { areas } from './areas'
import { EndSession } from './EndSession'

const ConfirmDeviceScreen = areaPart(areas.suspension, 'ConfirmDeviceScreen')
const WithheldProfile = areaPart(areas.suspension, 'WithheldProfile')

/** Reads the session and the profile; `decideAccess` decides what they allow, and the guards below only navigate. */
function useAccess() {
  const { status, userId, authEvents } = useSession()
  const client = useQueryClient()
  const profile = useQuery(profileQueries.own(userId))
  const failure = useStickyError(profile)
  const decided = decideAccess(status, { data: profile.data, error: profile.error ?? failure })
  // The first screen is the most that is drawn at once: deferred, React draws it in slices, and input comes between them.
  const drawn = useDeferredValue(decided)
  const access = drawn === 'loading' && decided === 'app' ? drawn : decided

  const seenEvents = useRef(authEvents)
  useEffect(() => {
    // The profile was read after the sign-in event; each later event refetches it.
    if (authEvents > Math.max(seenEvents.current, 1)) {
      void client.invalidateQueries({ queryKey: profileQueries.all }, { cancelRefetch: false })
    }
    seenEvents.current = authEvents
  }, [authEvents, client])
  useEffect(() => {
    if (access === 'stay') logError('The profile could not be read', failure)
  }, [access, failure])

  return { access, failure, refetch: profile.refetch }
}

/** For approved customers. */
export function CustomersOnly() {
  return <Customers />
}

/** For approved customers, and for visitors without a session. */
export function CustomersAndVisitors() {
  return <Customers areVisitorsWelcome />
}

function Customers({ areVisitorsWelcome = false }: { areVisitorsWelcome?: boolean }) {
  const { access, failure, refetch } = useAccess()
  const location = useLocation()
  switch (access) {
    case 'loading':
      return <Loading full />
    case 'sign out':
      return <EndSession />
    case 'withheld':
      return <WithheldProfile />
    case 'auth':
      return areVisitorsWelcome ? <Outlet /> : <Navigate to={paths.auth} state={returningTo(location)} replace />
    case 'pending':
      return <Navigate to={paths.pendingApproval} replace />
    case 'device':
      return <ConfirmDeviceScreen />
    case 'stay':
      return (
        <main className="mx-auto max-w-120 p-4">
          <h1 className="text-title">{brand.name}</h1>
          <LoadFailed error={failure} onRetry={refetch} what="your profile" />
        </main>
      )
    case 'app':
      return <Outlet />
  }
}

/** /pending-approval: for users who are not approved yet. */
export function PendingOnly() {
  const { access } = useAccess()
  switch (access) {
    case 'loading':
      return <Loading full />
    case 'sign out':
      return <EndSession />
    case 'withheld':
      return <WithheldProfile />
    case 'auth':
      return <Navigate to={paths.auth} replace />
    case 'app':
    case 'device':
      return <Navigate to={paths.home} replace />
    case 'pending':
    case 'stay':
      return <Outlet />
  }
}
