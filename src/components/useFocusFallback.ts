import { useEffect, type RefObject } from 'react'

/**
 * For a part that takes the focused element with it when it is removed: the focus then moves to `focusFallback`, or to
 * the screen's heading without one.
 */
export function useFocusFallback(focusFallback?: RefObject<HTMLElement | null>) {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const target = focusFallback?.current ?? document.querySelector('h1')
        target?.focus({ preventScroll: true })
      })
    },
    [focusFallback],
  )
}
