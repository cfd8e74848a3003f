import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { returningTo } from '@/features/person/auth/signInReturn'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { OfflineBanner } from './OfflineBanner'
import { UnexpectedErrors } from './UnexpectedErrors'
import { useNotificationClicks } from './useNotificationClicks'

/** What every screen has around it. */
export function RootLayout() {
  const session = useSession()
  const location = useLocation()
  useNotificationClicks()
  // Any sign-out leads to /auth, also from the screens that are open to visitors.
  const ending = session.status === 'signed out' ? session.ending : null
  return (
    <>
      <OfflineBanner />
      <UnexpectedErrors resetKey={location.key}>
        <Suspense fallback={<Loading full />}>
          {ending !== null && location.pathname !== paths.auth ? (
            <Navigate
              to={paths.auth}
              state={ending.reason === 'chosen' ? null : returningTo(location, ending.userId)}
              replace
            />
          ) : (
            <Outlet />
          )}
        </Suspense>
      </UnexpectedErrors>
    </>
  )
}
