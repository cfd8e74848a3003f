import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brand } from '@/brand'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { profileQueries } from '@/features/person/profile/queries'
import { suspensionQueries } from '@/features/care/suspension/queries'
import { isSessionGone, refusalOf } from '@/lib/errors'
import { useSession } from '@/lib/session'
import { ConfirmDeviceScreen } from '@/screens/ConfirmDeviceScreen'
import { SuspendedScreen } from '@/screens/SuspendedScreen'
import { EndSession } from './EndSession'

/** How often the app of a suspended customer looks for news, and whether the suspension has ended, in ms. */
const recheckMs = 60_000

/** The server gives no profile to a session that has ended, nor to a suspended user, who may have a screen that says why. */
export function WithheldProfile() {
  const { userId } = useSession()
  const profile = useQuery(profileQueries.own(userId))
  const suspension = useQuery({ ...suspensionQueries.own(userId), refetchInterval: recheckMs })
  const { data, error, refetch } = suspension
  // The suspension has ended, or the session: only a profile that was read after this answer tells which.
  const isProfileOlder =
    data === null && Math.max(profile.dataUpdatedAt, profile.errorUpdatedAt) < suspension.dataUpdatedAt
  const { refetch: readProfile } = profile
  useEffect(() => {
    if (isProfileOlder) void readProfile()
  }, [isProfileOlder, readProfile])
  if (data) return <SuspendedScreen />
  // With a profile, the guard shows the app next.
  if (data === null && (isProfileOlder || profile.isFetching || profile.data)) return <Loading full />
  if (data === null || (error !== null && isSessionGone(error))) return <EndSession />
  if (error === null) return <Loading full />
  if (refusalOf(error)?.hint === 'device-unknown') return <ConfirmDeviceScreen />
  return (
    <main className="mx-auto max-w-120 p-4">
      <h1 className="text-title">{brand.name}</h1>
      <LoadFailed error={error} onRetry={refetch} what="your account" />
    </main>
  )
}
