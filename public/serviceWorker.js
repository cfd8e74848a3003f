// Shows an honest page when the bank cannot be reached. Everything else goes to the network as if this were not here:
// no balance, no transaction and no answer of the API is ever kept, and each visit gets the newest app.

/** The build puts its own name here, so that a new build is a new worker with a new offline page. */
const version = 'development'

const cacheName = `fernbank-offline-${version}`
const offlinePage = '/offline.html'
const kept = [offlinePage, '/offline.css', '/icon.svg']

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  // Only for the offline page itself: with a connection these come from the network like anything else.
  else if (isPartOfOfflinePage(request)) event.respondWith(fetchOrKept(request))
})

async function keepOfflinePage() {
  const cache = await caches.open(cacheName)
  await cache.addAll(kept.map((url) => new Request(url, { cache: 'reload' })))
  // Pages that are open lose nothing by the change.
  await self.skipWaiting()
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  // The page is asked for while the worker still starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error()
  }
}

function isPartOfOfflinePage(request) {
  const { origin, pathname } = new URL(request.url)
  return origin === self.location.origin && kept.includes(pathname)
}

async function fetchOrKept(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) ?? Response.error()
  }
}
