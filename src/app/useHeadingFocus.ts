import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** The first screen leaves the focus where the browser put it; later ones take it to their heading. */
export function useHeadingFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.querySelector('h1')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])

  return main
}
