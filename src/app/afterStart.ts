import { registerServiceWorker } from './registerServiceWorker'
import { followIcons } from './tooltips'

/** What no first screen waits for, in one download. */
export function afterStart() {
  followIcons()
  // The development server changes files too often for a service worker.
  if (import.meta.env.PROD) registerServiceWorker()
}
