import { useEffect, useEffectEvent, useRef } from 'react'
import { logError } from '@/lib/log'
import { alertWaiting } from './agentAlert'

/** Alerts the agent whenever more customers wait than before. Null: the number is not known yet. */
export function useWaitingAlert(waiting: number | null, onOpen: () => void) {
  const before = useRef(waiting)
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    const isMore = waiting !== null && before.current !== null && waiting > before.current
    before.current = waiting
    if (isMore)
      alertWaiting(waiting, () => open()).catch((error: unknown) =>
        logError('The alert for a waiting customer failed', error),
      )
  }, [waiting])
}
