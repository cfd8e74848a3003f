import { useEffect, type RefObject } from 'react'

/** For a row that may be removed while one of its buttons has the focus: the focus then moves to `focusFallback`. */
export function useFocusFallback(focusFallback: RefObject<HTMLElement | null>) {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) focusFallback.current?.focus({ preventScroll: true })
      })
    },
    [focusFallback],
  )
}
