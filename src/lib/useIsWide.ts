import { useSyncExternalStore } from 'react'

/** Tailwind's `lg`: from this width the app has its desktop layout. */
const wide = '(min-width: 64rem)'

function subscribe(listener: () => void) {
  const query = window.matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has room for the desktop layout. For what CSS cannot decide. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches)
}
