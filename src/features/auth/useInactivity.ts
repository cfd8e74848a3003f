import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { lastActivityStore } from '@/lib/storage'

/** Five minutes without a touch sign a person out; the last thirty seconds are announced. */
const limit = 5 * 60_000
const warningTime = 30_000

const activities = ['mousedown', 'keydown', 'scroll', 'touchstart', 'click'] as const

type Inactivity = { isActive: boolean; onExpire: () => unknown }

/**
 * Signs out after inactivity, counted over all tabs. While the warning shows, only an answer to it counts as activity:
 * otherwise reaching for 'Sign out' would already mean staying.
 */
export function useInactivity({ isActive, onExpire }: Inactivity) {
  const [isWarning, setIsWarning] = useState(false)
  const expire = useEffectEvent(onExpire)

  const touch = useCallback(() => {
    lastActivity = Date.now()
    lastActivityStore.write(lastActivity)
  }, [])

  useEffect(() => {
    if (!isActive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      clearTimeout(timer)
      const idle = Date.now() - latestActivity()
      setIsWarning(idle >= limit - warningTime && idle < limit)
      if (idle >= limit) expire()
      else timer = setTimeout(check, (idle >= limit - warningTime ? limit : limit - warningTime) - idle)
    }
    check()
    // Timers stand still while a computer sleeps; another tab's activity arrives as a storage event.
    document.addEventListener('visibilitychange', check)
    window.addEventListener('storage', check)
    window.addEventListener('activity-answered', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('storage', check)
      window.removeEventListener('activity-answered', check)
      setIsWarning(false)
    }
  }, [isActive])

  useEffect(() => {
    if (isWarning) return
    // Also before the sign-in: typing the PIN is what starts the clock.
    for (const activity of activities) window.addEventListener(activity, touch, { passive: true, capture: true })
    return () => {
      for (const activity of activities) window.removeEventListener(activity, touch, { capture: true })
    }
  }, [isWarning, touch])

  const stay = useCallback(() => {
    touch()
    window.dispatchEvent(new Event('activity-answered'))
  }, [touch])

  return { isWarning: isActive && isWarning, stay }
}

let lastActivity = 0

/** The last touch in any tab. A page that has just been opened and knows of none counts from now. */
function latestActivity(): number {
  const known = Math.max(lastActivity, lastActivityStore.read() ?? 0)
  if (known > 0) return known
  lastActivity = Date.now()
  return lastActivity
}
