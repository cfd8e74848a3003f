import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { placeAfterSignIn } from '@/features/person/auth/signInReturn'
import { whenIdle } from '@/lib/idle'
import { useSession } from '@/lib/session'
import { areas } from './areas'

/** /auth: only for visitors without a session. */
export function VisitorsOnly() {
  const { status, userId } = useSession()
  const { state } = useLocation()
  useEffect(() => void loadCustomerArea(), [])
  if (status === 'loading') return <Loading full />
  if (status === 'signed out') return <Outlet />
  const place = placeAfterSignIn(state, userId)
  return <Navigate to={place} state={place.state} replace />
}

/** Downloads the screens that follow the sign-in while the customer types the PIN. */
async function loadCustomerArea() {
  await whenIdle()
  // The home screen repeats a failed download.
  await areas.customer.load().catch(() => undefined)
}
