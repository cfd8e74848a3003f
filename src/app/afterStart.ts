import { reportErrors } from '@/lib/reportErrors'
import { cleanTypedText } from './pastedText'
import { registerServiceWorker } from './registerServiceWorker'
import { followIcons } from './tooltips'
import { followTranslation } from './translatedPages'

// A browser can translate the page, and a person paste, before it is idle.
followTranslation()
cleanTypedText()

/** What no first screen waits for, in one download. */
export function afterStart() {
  followIcons()
  reportErrors()
  // The development server changes files too often for a service worker.
  if (import.meta.env.PROD) registerServiceWorker()
}
