import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

// Keeps the app's own files on the device, so that every screen opens without a connection. Everything else goes to the
// network: no balance, name, message or answer of the API is stored. `build/serviceWorker.ts` builds this file.

declare const self: {
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  skipWaiting: () => Promise<void>
}
/** Every file of the build; '/' is index.html. */
declare const builtFiles: { url: string; revision: string | null }[]

precacheAndRoute(builtFiles)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/')))
// The page that registers the first worker needs it too: its other screens are not downloaded yet.
clientsClaim()

// A new version waits until the user asks for it: an open page loads its other screens from its own version.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})
