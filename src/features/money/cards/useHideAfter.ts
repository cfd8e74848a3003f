import { useEffect } from 'react'

/** Hides a secret after a time, and when the page is hidden. */
export function useHideAfter(ms: number, isShown: boolean, hide: () => void) {
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(hide, ms)
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') hide()
    }
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }, [ms, isShown, hide])
}
