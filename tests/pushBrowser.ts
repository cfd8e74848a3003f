import { onTestFinished, vi } from 'vitest'

const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'Bkey', auth: 'auth' } }

/** A browser that can show notifications, with this permission, and with the answer to its question. */
export function pushBrowser(permission: NotificationPermission, answer = permission) {
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
  vi.stubGlobal('PushManager', vi.fn())
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON: () => subscription }) }
  const value = Object.assign(new EventTarget(), { ready: Promise.resolve({ pushManager }) })
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}
