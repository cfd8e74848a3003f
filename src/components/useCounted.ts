import { useEffect, useRef, useState } from 'react'
import { hasReducedMotion } from './reducedMotion'

const durationMs = 400
/** The first frame already counts this time, so that the amount starts to move at once. */
const firstStepMs = 16

/** An amount that counts from its value before to a new one. */
export function useCounted(value: number): number {
  const [shown, setShown] = useState(value)
  const last = useRef(value)
  const isStill = hasReducedMotion()

  useEffect(() => {
    const from = last.current
    let frame = 0
    let startedAt: number | undefined
    const step = (now: number) => {
      startedAt ??= now - firstStepMs
      const part = isStill ? 1 : Math.min((now - startedAt) / durationMs, 1)
      // Fast at first, slow at the end.
      last.current = Math.round(value + (from - value) * (1 - part) ** 3)
      setShown(last.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    if (from !== value) frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, isStill])

  return isStill ? value : shown
}
