import { useEffect, useEffectEvent } from 'react'
import { sendDueMails } from '@/lib/dueMails'
import { logError } from '@/lib/log'
import { touchSession } from '@/lib/touchSession'
import { idleTime } from './useInactivity'

const checkInterval = 10_000
/** The shortest time between two heartbeats. */
const sendInterval = 60_000
/** The shortest time between two requests to send the due mails. */
const mailInterval = 5 * 60_000

type Heartbeat = {
  isActive: boolean
  /** The server has ended the session. */
  onEnded: () => unknown
}

/**
 * Reports the user's activity to the server, which moves no money for an idle session. Each open app also asks the
 * server to send the due mails of all users.
 */
export function useSessionHeartbeat({ isActive, onEnded }: Heartbeat) {
  const end = useEffectEvent(onEnded)

  useEffect(() => {
    if (!isActive) return
    let isRunning = true
    let triedAt = 0
    /** The last activity that the server knows of. */
    let reportedActivity = 0
    let mailsSentAt = 0

    const send = async (activeAt: number) => {
      triedAt = Date.now()
      try {
        const answer = await touchSession()
        if (!isRunning) return
        reportedActivity = activeAt
        if (answer === null) isRunning = false
        else if (!answer) end()
        else if (Date.now() - mailsSentAt >= mailInterval) {
          mailsSentAt = Date.now()
          void sendDueMails()
        }
      } catch (error) {
        logError('The session heartbeat failed', error)
      }
    }
    const check = () => {
      // Each tab reports its own activity. A tab that is hidden reports at once.
      const isLeaving = document.visibilityState === 'hidden'
      const activeAt = Date.now() - idleTime()
      const isDue = isLeaving || Date.now() - triedAt >= sendInterval
      if (isRunning && activeAt > reportedActivity && isDue) void send(activeAt)
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') check()
    }, checkInterval)
    document.addEventListener('visibilitychange', check)
    return () => {
      isRunning = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isActive])
}
