import { useEffect, useEffectEvent, useRef } from 'react'
import { logError } from '@/lib/log'
import { releasedChatsStore } from '@/lib/storage'
import { alertWaiting } from './agentAlert'

/**
 * Alerts the agent whenever more customers wait than before, but not for the chats that they have put back into the queue
 * themselves. Null: the number is not known yet.
 */
export function useWaitingAlert(waiting: number | null, onOpen: () => void) {
  const before = useRef(waiting)
  const ownReleases = useRef<ReadonlySet<string>>(new Set())
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    const rise = waiting === null || before.current === null ? 0 : waiting - before.current
    before.current = waiting
    if (waiting === null || rise <= 0) return
    const released = releasedChatsStore.ids()
    const isNew = rise > released.filter((chat) => !ownReleases.current.has(chat)).length
    ownReleases.current = new Set(released)
    if (isNew)
      alertWaiting(waiting, () => open()).catch((error: unknown) =>
        logError('The alert for a waiting customer failed', error),
      )
  }, [waiting])
}
