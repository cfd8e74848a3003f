import { logError } from './log'

/** Lets the app be installed, and say so when there is no connection. After everything that the page itself needs. */
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
