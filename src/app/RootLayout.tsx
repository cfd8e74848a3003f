import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { OfflineBanner } from './OfflineBanner'
import { UnexpectedErrors } from './UnexpectedErrors'
import { useInterruptedPlace } from './useInterruptedPlace'

/** What every screen has around it. */
export function RootLayout() {
  const session = useSession()
  const { key, pathname } = useLocation()
  // Any sign-out leads to /auth, also from the screens that are open to visitors.
  const hasEnded = session.status === 'signed out' && session.ending !== null
  const interrupted = useInterruptedPlace(session)
  return (
    <>
      <OfflineBanner />
      <UnexpectedErrors resetKey={key}>
        <Suspense fallback={<Loading full />}>
          {hasEnded && pathname !== paths.auth ? (
            <Navigate to={paths.auth} replace />
          ) : interrupted !== null ? (
            <Navigate to={interrupted} state={interrupted.state} replace />
          ) : (
            <Outlet />
          )}
        </Suspense>
      </UnexpectedErrors>
    </>
  )
}
