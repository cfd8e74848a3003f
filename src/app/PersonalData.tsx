import { QueryClientProvider, useIsFetching, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { LoadingBar } from '@/components/LoadingBar'
import { InactivityDialog } from '@/features/auth/InactivityDialog'
import { useInactivity } from '@/features/auth/useInactivity'
import { useSessionHeartbeat } from '@/features/auth/useSessionHeartbeat'
import { profileQueries } from '@/features/profile/queries'
import { whenIdle } from '@/lib/idle'
import { lazyPart } from '@/lib/lazyPart'
import { createQueryClient } from '@/lib/queryClient'
import { useSession } from '@/lib/session'
import { staffIdleStore } from '@/lib/storage'

const CallWatch = lazyPart(async () => {
  await whenIdle()
  return (await import('@/features/calls/parts')).CallWatch
})

/** One query cache for each signed-in user: after a sign-out, or for another user, it is empty. */
export function PersonalData() {
  const { status, userId, signOut } = useSession()
  const [cache, setCache] = useState(() => ({ userId, client: createQueryClient() }))
  if (cache.userId !== userId) setCache({ userId, client: createQueryClient() })
  const staffMinutes = useStaffIdleMinutes(userId, cache.client)
  const isStaff = staffMinutes !== null
  const { isWarning, stay } = useInactivity({
    isActive: status === 'signed in',
    staffMinutes,
    onExpire: () => signOut(isStaff ? 'staff inactive' : 'inactive'),
  })
  useSessionHeartbeat({ isActive: status === 'signed in', onEnded: () => signOut('elsewhere') })
  return (
    <QueryClientProvider client={cache.client}>
      <Outlet />
      <FirstReads />
      <Calls userId={userId} />
      {isWarning && <InactivityDialog isForStaff={isStaff} onStay={stay} onSignOut={() => void signOut()} />}
    </QueryClientProvider>
  )
}

/** The idle limit of staff, from the profile that the guards read; until then, the one that this browser knows. */
function useStaffIdleMinutes(userId: string | null, client: QueryClient): number | null {
  const profile = useQuery({ ...profileQueries.own(userId), enabled: false }, client).data
  useEffect(() => {
    if (profile) staffIdleStore.write(profile.staffIdleMinutes)
  }, [profile])
  return profile ? profile.staffIdleMinutes : staffIdleStore.read()
}

/** The bar while a screen waits for data that it does not have yet. */
function FirstReads() {
  const count = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  return count > 0 && <LoadingBar />
}

/** Shows a call of the bank over any screen, to a user who may use the app. */
function Calls({ userId }: { userId: string | null }) {
  const profile = useQuery({ ...profileQueries.own(userId), enabled: false }).data
  return profile?.approved && profile.deviceState !== 'unknown' ? (
    <CallWatch key={profile.id} userId={profile.id} />
  ) : null
}
