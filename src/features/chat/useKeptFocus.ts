import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** When the focused button goes with what it did, the focus stays nearby instead of starting over at the top. */
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
