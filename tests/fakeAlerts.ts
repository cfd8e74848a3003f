import { onTestFinished, vi } from 'vitest'

/** Replaces what a browser makes a sound and a system notification with, and its locks. Returns what was sounded and shown. */
export function fakeAlerts() {
  const sounded = vi.fn<() => void>()
  const shown = vi.fn<(title: string, options: { tag: string }) => void>()
  const browser = { permission: 'granted' }
  const node = { connect: () => node, gain: { value: 0 } }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = node
      createGain = () => node
      createOscillator = () => ({
        ...node,
        frequency: { setValueAtTime: () => undefined },
        start: sounded,
        stop: () => undefined,
        addEventListener: () => undefined,
      })
    },
  )
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static get permission() {
        return browser.permission
      }
      constructor(title: string, options: { tag: string }) {
        super()
        shown(title, options)
      }
    },
  )
  // One lock for all tabs, as in a browser. jsdom has no locks.
  let queue = Promise.resolve()
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, run: () => void) => (queue = queue.then(run)) },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  return { sounded, shown, browser }
}
