import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { useInactivity } from '@/features/auth/useInactivity'
import { useSession } from '@/lib/session'
import { OfflineBanner } from './OfflineBanner'

const InactivityDialog = lazy(async () => ({
  default: (await import('@/features/auth/InactivityDialog')).InactivityDialog,
}))

/** What stands above every screen. */
export function RootLayout() {
  const { status, signOut } = useSession()
  const { isWarning, stay } = useInactivity({ isActive: status === 'signed in', onExpire: signOut })
  return (
    <>
      <OfflineBanner />
      <Outlet />
      {isWarning && (
        <Suspense>
          <InactivityDialog onStay={stay} onSignOut={() => void signOut()} />
        </Suspense>
      )}
    </>
  )
}
