import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { lastActivityStore } from '@/lib/storage'

/** The user is warned thirty seconds before the sign-out. */
const warningTime = 30_000
const checkInterval = 1000

const activities = ['mousedown', 'keydown', 'scroll', 'touchstart', 'click'] as const

type Inactivity = {
  isActive: boolean
  /** After how long without activity the user is signed out. */
  minutes: number
  onExpire: () => unknown
}

/** Signs the user out after inactivity in all tabs. */
export function useInactivity({ isActive, minutes, onExpire }: Inactivity) {
  const limit = minutes * 60_000
  const [isWarning, setIsWarning] = useState(false)
  const expire = useEffectEvent(onExpire)

  useEffect(() => {
    if (!isActive) return
    // Compares with the clock, because timers stop while a computer sleeps.
    const check = () => {
      const idle = idleTime()
      setIsWarning(idle >= limit - warningTime && idle < limit)
      if (idle >= limit) expire()
    }
    const handleActivity = () => {
      const idle = idleTime()
      // After the warning, only its buttons count. Otherwise moving to 'Sign out', or waking a computer hours later, would
      // keep the session.
      if (idle >= limit - warningTime) check()
      else if (idle >= checkInterval) noteActivity()
    }
    check()
    const timer = setInterval(check, checkInterval)
    document.addEventListener('visibilitychange', check)
    window.addEventListener('storage', check)
    for (const activity of activities) {
      window.addEventListener(activity, handleActivity, { passive: true, capture: true })
    }
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('storage', check)
      for (const activity of activities) window.removeEventListener(activity, handleActivity, { capture: true })
      setIsWarning(false)
    }
  }, [isActive, limit])

  const stay = useCallback(() => {
    noteActivity()
    setIsWarning(false)
  }, [])

  return { isWarning, stay }
}

function noteActivity() {
  lastActivityStore.write(Date.now())
}

/** The time since the last activity in any tab. Starts now if there was none. */
export function idleTime(): number {
  const known = lastActivityStore.read()
  if (known === null) noteActivity()
  return known === null ? 0 : Date.now() - known
}
