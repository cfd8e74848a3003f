import { onlineManager, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useSession } from '@/lib/session'
import { useNow } from '@/lib/useNow'
import { callQueries, type Call } from './queries'

/** How old an answer may be for the app to say that the bank is not calling. */
const freshFor = 30_000
const lookEvery = 5_000

export type CallState =
  /** The bank has turned calls off, or there is no session. */
  | { kind: 'off' }
  | { kind: 'checking' }
  /** The app cannot know. It never says then that the bank is not calling. */
  | { kind: 'unknown' }
  | { kind: 'none' }
  /** `isCurrent`: the connection is there, so an end would be known. */
  | { kind: 'call'; call: Call; isCurrent: boolean }

/** Whether the bank is calling the user now. `pollEvery`: how often a screen that says so asks, in ms. */
export function useCallState(pollEvery?: number): CallState {
  const { userId } = useSession()
  const now = useNow(lookEvery)
  const isOnline = useSyncExternalStore(onlineManager.subscribe.bind(onlineManager), () => onlineManager.isOnline())
  const live = useQuery(callQueries.live()).data
  const own = useQuery({
    ...callQueries.own(userId),
    enabled: live === true && userId !== null,
    ...(pollEvery !== undefined && { refetchInterval: pollEvery }),
  })
  const isCurrent = isOnline && live === true && own.failureCount === 0
  const { data } = own
  if (userId === null || data?.isOn === false) return { kind: 'off' }
  // The device's clock ends a call too: the server may be out of reach.
  if (data?.call && data.call.endsAt > now) return { kind: 'call', call: data.call, isCurrent }
  if (isOnline && (live === undefined || (live && own.isPending && own.failureCount === 0))) return { kind: 'checking' }
  return isCurrent && data && now - own.dataUpdatedAt < freshFor ? { kind: 'none' } : { kind: 'unknown' }
}
