import { QueryClientProvider, useIsFetching, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { LoadingBar } from '@/components/LoadingBar'
import { useInactivity } from '@/features/person/auth/useInactivity'
import { useSessionHeartbeat } from '@/features/person/auth/useSessionHeartbeat'
import { profileQueries } from '@/features/person/profile/queries'
import { applyDisplay } from '@/lib/applyDisplay'
import { whenIdle } from '@/lib/idle'
import { lazyPart } from '@/lib/lazyPart'
import { createQueryClient } from '@/lib/queryClient'
import { useSession } from '@/lib/session'
import { largerTextStore, moreTimeStore, staffIdleStore } from '@/lib/storage'
import { ApprovalHost } from './ApprovalHost'

/** What no screen waits for. */
const loadParts = async () => {
  await whenIdle()
  return import('./lateParts')
}
const CallWatch = lazyPart(async () => (await loadParts()).CallWatch)
const InactivityDialog = lazyPart(async () => (await loadParts()).InactivityDialog)
const PasskeyWatch = lazyPart(async () => (await loadParts()).PasskeyWatch)
const PushWatch = lazyPart(async () => (await loadParts()).PushWatch)

/** One query cache for each signed-in user: after a sign-out, or for another user, it is empty. */
export function PersonalData() {
  const { status, userId, signOut } = useSession()
  const [cache, setCache] = useState(() => ({ userId, client: createQueryClient() }))
  if (cache.userId !== userId) setCache({ userId, client: createQueryClient() })
  const { minutes, ending } = useIdleLimit(userId, cache.client)
  const { isWarning, stay } = useInactivity({
    isActive: status === 'signed in',
    minutes,
    onExpire: () => signOut(ending),
  })
  useSessionHeartbeat({ isActive: status === 'signed in', onEnded: () => signOut('elsewhere') })
  return (
    <QueryClientProvider client={cache.client}>
      <Outlet />
      <FirstReads />
      <Calls userId={userId} />
      <ApprovalHost />
      {userId !== null && <PasskeyWatch key={userId} userId={userId} />}
      <PushWatch userId={userId} />
      {isWarning && (
        <InactivityDialog isForStaff={ending === 'staff inactive'} onStay={stay} onSignOut={() => void signOut()} />
      )}
    </QueryClientProvider>
  )
}

type IdleLimit = { minutes: number; ending: 'inactive' | 'inactive longer' | 'staff inactive' }

/**
 * After how long without activity the user is signed out, from the profile that the guards read; until then, what this
 * browser knows. The database has the same limits.
 */
function useIdleLimit(userId: string | null, client: QueryClient): IdleLimit {
  const profile = useQuery({ ...profileQueries.own(userId), enabled: false }, client).data
  const staffMinutes = profile ? profile.staffIdleMinutes : staffIdleStore.read()
  const hasMoreTime = profile ? profile.supportNeeds.includes('more_time') : moreTimeStore.read()
  useEffect(() => {
    if (!profile) return
    staffIdleStore.write(profile.staffIdleMinutes)
    moreTimeStore.write(profile.supportNeeds.includes('more_time'))
    largerTextStore.write(profile.supportNeeds.includes('simple'))
    applyDisplay()
  }, [profile])
  if (staffMinutes !== null) return { minutes: staffMinutes, ending: 'staff inactive' }
  return hasMoreTime ? { minutes: 15, ending: 'inactive longer' } : { minutes: 5, ending: 'inactive' }
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
