import { useEffect, useState } from 'react'

/** Whole seconds until a time of the device's clock, never below zero. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((time - now) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver])
  return seconds
}

/** No undo window is this long: the payment waits for the payer's trusted contact. */
export function waitsForContact(seconds: number): boolean {
  return seconds > 120
}
