import { useEffect, type RefObject } from 'react'

/** For a row that may go while one of its buttons has the focus: the focus then moves on to `refuge`. */
export function useRefuge(refuge: RefObject<HTMLElement | null>) {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) refuge.current?.focus({ preventScroll: true })
      })
    },
    [refuge],
  )
}
