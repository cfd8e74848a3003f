import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { registerServiceWorker } from '@/app/registerServiceWorker'
import { toast } from '@/lib/toast'

class FakeWorker extends EventTarget {
  state = 'installing'
  postMessage = vi.fn<(message: string, options: object) => void>()
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  update = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
}

const register = vi.fn<(url: string) => Promise<void>>()
let offered: MockInstance<typeof toast.info>
let registration: FakeRegistration
let readyState: DocumentReadyState

beforeEach(() => {
  vi.useFakeTimers()
  registration = new FakeRegistration()
  readyState = 'complete'
  register.mockReset().mockResolvedValue(undefined)
  offered = vi.spyOn(toast, 'info').mockReset()
  const serviceWorker = Object.assign(new EventTarget(), { register, ready: Promise.resolve(registration) })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState)
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const idle = () => vi.advanceTimersByTimeAsync(2500)

describe('the service worker', () => {
  test('the service worker is registered when the page has loaded and is idle', async () => {
    readyState = 'interactive'
    registerServiceWorker()
    await idle()
    expect(register).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    expect(register).not.toHaveBeenCalled()
    await idle()
    expect(register).toHaveBeenCalledExactlyOnceWith('/serviceWorker.js')
  })

  test('the service worker is skipped in browsers without service workers', () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    expect(() => registerServiceWorker()).not.toThrow()
  })

  test('the service worker only logs a failed registration', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    register.mockRejectedValue(new DOMException('no', 'SecurityError'))
    registerServiceWorker()
    await idle()
    expect(log).toHaveBeenCalledWith('The service worker could not be registered', expect.anything())
    log.mockRestore()
  })

  test('the service worker is checked for a new version every hour', async () => {
    registerServiceWorker()
    await idle()
    registration.update.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(2 * 60 * 60_000)
    expect(registration.update).toHaveBeenCalledTimes(2)
  })
})

describe('a new version', () => {
  const words = { title: 'A new version of Fernbank is ready.', duration: Infinity, isForNextScreen: true }

  test('a new version that waits already is offered, and again after an hour', async () => {
    registration.waiting = new FakeWorker()
    registerServiceWorker()
    await idle()
    expect(offered).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(words))
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(offered).toHaveBeenCalledTimes(2)
  })

  test('a new version that is already being downloaded is offered when it is ready', async () => {
    const worker = new FakeWorker()
    registration.installing = worker
    registerServiceWorker()
    await idle()
    worker.become('installed')
    expect(offered).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(words))
  })

  test('a new version is offered when it is downloaded, and takes over when the user asks for it', async () => {
    registerServiceWorker()
    await idle()
    const worker = new FakeWorker()
    registration.installing = worker
    registration.dispatchEvent(new Event('updatefound'))
    expect(offered).not.toHaveBeenCalled()
    worker.become('installed')
    expect(offered).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ...words, action: { label: 'Reload', onClick: expect.any(Function) } }),
    )
    expect(worker.postMessage).not.toHaveBeenCalled()
    offered.mock.calls[0]?.[0].action?.onClick()
    expect(worker.postMessage).toHaveBeenCalledExactlyOnceWith('take over', {})
  })

  test('a press of Reload loads the page again, also when the new version cannot take over', async () => {
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { reload })
    registration.waiting = new FakeWorker()
    registerServiceWorker()
    await idle()
    offered.mock.calls[0]?.[0].action?.onClick()
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3000)
    expect(reload).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  test('a new version that the page has met is downloaded at once', async () => {
    registerServiceWorker()
    await idle()
    window.dispatchEvent(new Event('newer-release'))
    expect(registration.update).toHaveBeenCalledOnce()
    expect(offered).not.toHaveBeenCalled()
    registration.waiting = new FakeWorker()
    window.dispatchEvent(new Event('newer-release'))
    expect(offered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    window.dispatchEvent(new Event('newer-release'))
    expect(offered).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(words))
  })
})
