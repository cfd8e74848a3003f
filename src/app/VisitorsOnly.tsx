import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { whenIdle } from '@/lib/idle'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { areas } from './areas'

/** /auth: only for visitors without a session. */
export function VisitorsOnly() {
  const { status } = useSession()
  useEffect(() => void loadCustomerArea(), [])
  if (status === 'loading') return <Loading full />
  return status === 'signed in' ? <Navigate to={paths.home} replace /> : <Outlet />
}

/** Downloads the screens that follow the sign-in while the customer types the PIN. */
async function loadCustomerArea() {
  await whenIdle()
  // The home screen repeats a failed download.
  await areas.customer.load().catch(() => undefined)
}
