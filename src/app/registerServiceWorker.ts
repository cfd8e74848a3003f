import { brand } from '@/brand'
import { newerRelease } from '@/lib/download'
import { whenIdle } from '@/lib/idle'
import { logError } from '@/lib/log'
import { toast } from '@/lib/toast'

const updateCheckMs = 60 * 60_000

const meetEveryMs = 60_000
const takeOverMs = 3000

let registered: ServiceWorkerRegistration | null = null
let metAt = -meetEveryMs

/** Makes the app installable and lets it open without a connection. Starts when the page has loaded and is idle. */
export function registerServiceWorker() {
  window.addEventListener(newerRelease, handleNewerRelease)
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void start()
  else window.addEventListener('load', () => void start(), { once: true })
}

function handleNewerRelease() {
  // A query that fails is repeated, and each failure meets the release again.
  if (performance.now() - metAt < meetEveryMs) return
  metAt = performance.now()
  if (registered === null) return offerReload(null)
  offerWaiting(registered)
  registered.update().catch(() => undefined)
}

async function start() {
  const { serviceWorker } = navigator
  try {
    await whenIdle()
    await serviceWorker.register('/serviceWorker.js')
    const registration = await serviceWorker.ready
    registered = registration
    offerWaiting(registration)
    followUpdate(registration.installing)
    registration.addEventListener('updatefound', () => followUpdate(registration.installing))
    setInterval(() => {
      // A newer toast may have replaced the offer.
      offerWaiting(registration)
      // Without a connection there is nothing to check.
      registration.update().catch(() => undefined)
    }, updateCheckMs)
  } catch (error) {
    logError('The service worker could not be registered', error)
  }
}

function offerWaiting({ waiting }: ServiceWorkerRegistration) {
  if (waiting !== null) offerReload(waiting)
}

function followUpdate(worker: ServiceWorker | null) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') offerReload(worker)
  })
}

const reload = () => window.location.reload()

/** Null: without a service worker, a reload gets the new version from the host. */
function offerReload(worker: ServiceWorker | null) {
  const handleReload = () => {
    if (worker === null) return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    worker.postMessage('take over', {})
    // A service worker that is at work can keep the new one waiting. A button that was pressed must do something.
    setTimeout(reload, takeOverMs)
  }
  toast.info({
    title: `A new version of ${brand.name} is ready.`,
    duration: Infinity,
    isForNextScreen: true,
    action: { label: 'Reload', onClick: handleReload },
  })
}
