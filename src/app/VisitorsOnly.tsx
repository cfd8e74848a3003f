import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { firstPaint } from '@/lib/firstPaint'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

/** /auth: for those who are not signed in. */
export function VisitorsOnly() {
  const { status } = useSession()
  useEffect(() => void fetchHome(), [])
  if (status === 'loading') return <Loading full />
  return status === 'signed in' ? <Navigate to={paths.home} replace /> : <Outlet />
}

/** Loads what comes after the sign-in while the PIN is typed. Whatever fails is loaded when it is needed. */
async function fetchHome() {
  await firstPaint()
  await Promise.allSettled([
    import('./PersonalData'),
    import('./guards'),
    import('./MainLayout'),
    import('@/screens/HomeScreen'),
  ])
}
