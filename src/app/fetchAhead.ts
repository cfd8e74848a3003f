import { loadOverlays } from '@/components/ui/loadOverlays'
import { areasAt } from './areas'

// The screen, or the dialog, reports a failed download.
const ignore = () => undefined

function fetchAhead({ target }: Event) {
  if (!(target instanceof Element)) return
  const pressed = target.closest('a[href^="/"], [aria-haspopup="dialog"]')
  if (pressed instanceof HTMLAnchorElement) {
    for (const area of areasAt(pressed.pathname, true)) area.load().catch(ignore)
  } else if (pressed !== null) {
    loadOverlays().catch(ignore)
  }
}

const events = ['pointerover', 'pointerdown', 'focusin']

/** Downloads the code of a screen or dialog when a pointer or the focus is on what opens it. */
export function followPresses() {
  for (const event of events) document.addEventListener(event, fetchAhead, { passive: true })
  return () => {
    for (const event of events) document.removeEventListener(event, fetchAhead)
  }
}
