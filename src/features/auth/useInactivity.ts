import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { lastActivityStore } from '@/lib/storage'

/** Five minutes without a touch sign a person out; the last thirty seconds are announced. */
const limit = 5 * 60_000
const warningTime = 30_000
const checkInterval = 1000

const activities = ['mousedown', 'keydown', 'scroll', 'touchstart', 'click'] as const

type Inactivity = { isActive: boolean; onExpire: () => unknown }

/** Signs out after inactivity, counted over all tabs. */
export function useInactivity({ isActive, onExpire }: Inactivity) {
  const [isWarning, setIsWarning] = useState(false)
  const expire = useEffectEvent(onExpire)

  useEffect(() => {
    if (!isActive) return
    // The wall clock decides: timers stand still while a computer sleeps.
    const check = () => {
      const idle = idleTime()
      setIsWarning(idle >= limit - warningTime && idle < limit)
      if (idle >= limit) expire()
    }
    const handleActivity = () => {
      const idle = idleTime()
      // From the warning on, only an answer to it counts: reaching for 'Sign out' would otherwise mean staying, and so
      // would waking a computer hours later.
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
  }, [isActive])

  const stay = useCallback(() => {
    noteActivity()
    setIsWarning(false)
  }, [])

  return { isWarning, stay }
}

/** For browsers that keep nothing: what this page knows. */
let lastActivity = 0

function noteActivity() {
  lastActivity = Date.now()
  lastActivityStore.write(lastActivity)
}

/** How long ago the last touch in any tab was. A page that knows of none counts from now. */
export function idleTime(): number {
  const known = Math.max(lastActivity, lastActivityStore.read() ?? 0)
  if (known === 0) noteActivity()
  return known === 0 ? 0 : Date.now() - known
}
