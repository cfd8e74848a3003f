import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach } from 'vitest'
import { cacheComputedStyles } from './computedStyle'

cacheComputedStyles()

beforeEach(() => {
  // The styles of the toasts: jsdom compares each of their rules with each element that a test asks about.
  for (const style of document.head.querySelectorAll('style')) style.remove()
})

afterEach(() => {
  cleanup()
  // sonner keeps the toasts outside React.
  for (const { id } of toast.getToasts()) toast.dismiss(id)
  // Test files that share their modules also share the storage, with its sessions, marks and drafts.
  localStorage.clear()
  sessionStorage.clear()
})

// jsdom has no matchMedia, no elementFromPoint, no scrolling and no observers. The window is as narrow as a phone, no
// element is at any point, and no element changes its size or comes into view.
window.matchMedia ??= () => new EventTarget() as MediaQueryList
if (!('elementFromPoint' in document)) Object.assign(document, { elementFromPoint: () => null })
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver ??= NoObserver
window.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver

/** A query that waits fails many times first. The document is printed only when the message is read. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, elementError)
  const print = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: print, configurable: true })
}

// The first screen of an area loads the code of all its screens, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000, getElementError: elementError })
