import { useEffect, useEffectEvent } from 'react'
import { logError } from '@/lib/log'
import { idleTime } from './useInactivity'

const checkInterval = 10_000
/** The bank is told at most so often. */
const tellInterval = 60_000

/**
 * Lets the bank know that somebody is there, from what the inactivity sign-out knows: the bank moves no money for a
 * session that nobody uses. It shows nothing.
 */
export function SignOfLife({ onEnded }: { onEnded: () => unknown }) {
  const end = useEffectEvent(onEnded)

  useEffect(() => {
    let isWanted = true
    let triedAt = 0
    /** Of the last touch that the bank knows of. */
    let toldOf = 0

    const tell = async (touchedAt: number) => {
      triedAt = Date.now()
      try {
        const answer = await (await import('./mutations')).touchSession()
        if (!isWanted) return
        toldOf = touchedAt
        if (answer === null) isWanted = false
        else if (!answer) end()
      } catch (error) {
        logError('The bank could not be told that somebody is there', error)
      }
    }
    const check = () => {
      // Other tabs speak for themselves; one that is being left says at once what it has to say.
      const isLeaving = document.visibilityState === 'hidden'
      const touchedAt = Date.now() - idleTime()
      if (isWanted && touchedAt > toldOf && (isLeaving || Date.now() - triedAt >= tellInterval)) void tell(touchedAt)
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') check()
    }, checkInterval)
    document.addEventListener('visibilitychange', check)
    return () => {
      isWanted = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])

  return null
}
