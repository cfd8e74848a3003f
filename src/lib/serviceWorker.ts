import { logError } from './log'

/** Makes the app installable, with an offline page. Registered after the page has loaded. */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

function register() {
  navigator.serviceWorker.register('/serviceWorker.js').catch((error: unknown) => {
    logError('The service worker could not be registered', error)
  })
}
