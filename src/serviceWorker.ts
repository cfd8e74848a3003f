import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

// Keeps the app's own files on the device, so that every screen opens without a connection. Everything else goes to the
// network: no balance, name, message or answer of the API is stored. `build/serviceWorker.ts` builds this file.

type Waits = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = Waits & { data: { json: () => { notification?: Record<string, string | undefined> } } | null }
type ClickEvent = Waits & { notification: Notification }
type Window = {
  visibilityState: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown, options: object) => void
}

declare const self: {
  addEventListener: ((type: 'install', listener: (event: Waits) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: ClickEvent) => void) => void)
  skipWaiting: () => Promise<void>
  location: { origin: string }
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (options: { type: 'window' }) => Promise<Window[]>
    openWindow: (url: string) => Promise<unknown>
  }
}
/** Every file of the build; '/' is index.html. */
declare const builtFiles: { url: string; revision: string | null }[]
/** The scripts of the five tabs. */
declare const filesOfTabs: string[]

// The files are stored one after the other, with a round trip each. These are in the browser's cache before, for a tap that
// comes first.
self.addEventListener('install', (event) =>
  event.waitUntil(Promise.allSettled(filesOfTabs.map(async (file) => (await fetch(file)).blob()))),
)
precacheAndRoute(builtFiles)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/')))
// The page that registers the first worker needs it too: its other screens are not downloaded yet.
clientsClaim()

// A new version waits until the user asks for it: an open page loads its other screens from its own version.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

// Safari shows a declarative message by itself. Other browsers hand it to the worker.
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPlace(event.notification.data?.navigate))
})

async function showPush(data: PushEvent['data']) {
  const { title, navigate, ...rest } = data?.json().notification ?? {}
  const windows = await self.clients.matchAll({ type: 'window' })
  // Who looks at the app sees it there.
  if (typeof title !== 'string' || windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { body, tag, lang } = rest
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    icon: '/icons/icon-192.png',
    badge: '/icons/maskable-512.png',
    data: { navigate },
  })
}

/** Only in this app, whatever the message says. A screen that needs a sign-in opens after it. */
async function openPlace(place: unknown) {
  const { origin } = self.location
  const url = typeof place === 'string' && place.startsWith(`${origin}/`) ? place : `${origin}/`
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (open === undefined) {
    await self.clients.openWindow(url)
    return
  }
  // Refused without a click, in tests. The app goes there anyway.
  await open.focus().catch(() => undefined)
  // The app goes there without losing what is typed. From the sign-in page it goes there after the sign-in.
  open.postMessage({ navigate: url.slice(origin.length) }, {})
}
