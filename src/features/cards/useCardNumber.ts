import { useEffect } from 'react'
import { useReadCardNumber } from './mutations'

const shownForMs = 30_000

/** The full card number, revealed for 30 seconds and only while the page is visible. */
export function useCardNumber() {
  const { data: number, mutate: reveal, reset: hide, isPending, error } = useReadCardNumber()

  useEffect(() => {
    if (number === undefined) return undefined
    const timer = setTimeout(hide, shownForMs)
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') hide()
    }
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }, [number, hide])

  return { number: number ?? null, reveal, hide, isPending, error }
}
