import { startTransition, useEffect, useState } from 'react'
import { firstPaint } from './idle'

/** Turns true once what is drawn when `isReady` becomes true is painted. The following render yields to input. */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (!isReady) return undefined
    let isOver = false
    const waitForPaint = async () => {
      await firstPaint()
      if (!isOver) startTransition(() => setIsPainted(true))
    }
    void waitForPaint()
    return () => {
      isOver = true
    }
  }, [isReady])
  return isPainted
}
