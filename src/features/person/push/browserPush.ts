import { endPushSubscription } from '@/lib/endPushSubscription'
import { WordedError } from '@/lib/errors'
import { logError } from '@/lib/log'
import { pushStore } from '@/lib/storage'

/** How this browser stands to push messages. 'home screen': an iPhone or iPad shows those of installed apps only. */
export type PushSupport = 'ready' | 'blocked' | 'home screen' | 'none'

export const pushWords = {
  blocked:
    "Notifications are blocked for this site. Allow them in your browser's settings for this site, then try again.",
  notAllowed: "Your browser didn't ask, or you closed its question. Try again, and choose Allow.",
  failed: "This browser can't show notifications at the moment. They don't work in private windows.",
} as const

/** `npm run dev` has no service worker, and no push service that reaches this machine: its local one decrypts and shows the messages. */
const localService: string | undefined = import.meta.env.DEV ? import.meta.env.VITE_PUSH_SERVICE : undefined

const workerWaitMs = 10_000

export function pushSupport(): PushSupport {
  const isAppleTouch =
    /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  if (!('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator))
    return isAppleTouch ? 'home screen' : 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** Asks for the permission, and subscribes this browser to messages that are signed with the bank's key. */
export async function subscribeBrowser(serverKey: string): Promise<PushSubscriptionJSON> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted')
    throw new WordedError(permission === 'denied' ? pushWords.blocked : pushWords.notAllowed)
  if (localService) return subscribeLocally(localService, serverKey)
  try {
    const { pushManager } = await readyWorker()
    const known = await pushManager.getSubscription()
    if (known !== null && hasKey(known, serverKey)) return known.toJSON()
    // The bank has another key now.
    await known?.unsubscribe()
    return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })).toJSON()
  } catch (error) {
    logError('The browser was not subscribed to push messages', error)
    throw new WordedError(pushWords.failed)
  }
}

/** Ends what the browser itself knows: the next sign-in brings nothing back. */
export async function unsubscribeBrowser() {
  pushStore.write(false)
  if (!localService) await endPushSubscription()
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker is not active')), workerWaitMs)
  })
  return Promise.race([navigator.serviceWorker.ready, tooLate])
}

function hasKey({ options }: PushSubscription, serverKey: string): boolean {
  const key = options.applicationServerKey
  if (key === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === serverKey
}

async function subscribeLocally(service: string, serverKey: string): Promise<PushSubscriptionJSON> {
  const request = { method: 'POST', body: JSON.stringify({ serverKey }) }
  const subscription: PushSubscriptionJSON = await (await fetch(`${service}/push/browsers`, request)).json()
  return subscription
}
