import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Moves the focus to the heading after each navigation, but not after a page load, and not from a field of the new screen. */
export function useHeadingFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  // A layout effect runs before the new screen is painted, and before a view transition takes its picture.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const isInField =
      document.activeElement instanceof HTMLInputElement && main.current?.contains(document.activeElement)
    if (isInField !== true) main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])

  return main
}
