import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Moves the focus to the scroller when the focused button is removed, so that it does not return to the top of the page. */
export function useKeptFocus(home: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null)

  useEffect(() => {
    const element = home.current
    const handleFocus = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null
    }
    element?.addEventListener('focusin', handleFocus)
    return () => element?.removeEventListener('focusin', handleFocus)
  }, [home])

  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) home.current?.focus({ preventScroll: true })
  })
}
