import { useSyncExternalStore } from 'react'

function watch(media: string) {
  return {
    subscribe: (listener: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    matches: () => window.matchMedia(media).matches,
  }
}

const layouts = {
  /** Tailwind's `sm`: from this width a popover has room beside its button. */
  popover: watch('(min-width: 40rem)'),
  /** Tailwind's `lg`: from this width the app has its desktop layout. */
  desktop: watch('(min-width: 64rem)'),
  /** The agents' console has room for a third column. */
  console: watch('(min-width: 1200px)'),
}

/** Whether the window has room for a layout. For what CSS cannot decide. */
export function useIsWide(layout: keyof typeof layouts = 'desktop'): boolean {
  const { subscribe, matches } = layouts[layout]
  return useSyncExternalStore(subscribe, matches)
}
