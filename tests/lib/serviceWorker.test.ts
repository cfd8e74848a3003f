// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerServiceWorker } from '@/lib/serviceWorker'

const register = vi.fn<(url: string) => Promise<unknown>>()
let readyState: DocumentReadyState

beforeEach(() => {
  register.mockReset().mockResolvedValue({})
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } })
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState)
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

describe('the service worker', () => {
  test('is registered after the page has loaded', () => {
    readyState = 'interactive'
    registerServiceWorker()
    expect(register).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    expect(register).toHaveBeenCalledExactlyOnceWith('/serviceWorker.js')
  })

  test('is registered immediately on a loaded page', () => {
    readyState = 'complete'
    registerServiceWorker()
    expect(register).toHaveBeenCalledOnce()
  })

  test('only logs a failed registration', async () => {
    readyState = 'complete'
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    register.mockRejectedValue(new DOMException('no', 'SecurityError'))
    registerServiceWorker()
    await vi.waitFor(() =>
      expect(log).toHaveBeenCalledWith('The service worker could not be registered', expect.anything()),
    )
  })

  test('is skipped in browsers without service workers', () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    readyState = 'complete'
    expect(() => registerServiceWorker()).not.toThrow()
  })
})
