import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { OfflineBanner } from './OfflineBanner'

/** What stands above every screen. */
export function RootLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  // Any sign-out leads to /auth, also from the screens that are open to visitors.
  const hasEnded = session.status === 'signed out' && session.hasEnded
  return (
    <>
      <OfflineBanner />
      {hasEnded && pathname !== paths.auth ? <Navigate to={paths.auth} replace /> : <Outlet />}
    </>
  )
}
