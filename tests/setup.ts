import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

beforeEach(() => {
  // The styles of the toasts: jsdom compares each of their rules with each element that a test asks about.
  for (const style of document.head.querySelectorAll('style')) style.remove()
})

afterEach(() => {
  cleanup()
  // Test files that share their modules also share the storage, with its sessions, marks and drafts.
  localStorage.clear()
  sessionStorage.clear()
})

// jsdom has no matchMedia, no elementFromPoint and no ResizeObserver. The window is as narrow as a phone, no element is at
// any point, and no element changes its size.
window.matchMedia ??= () => new EventTarget() as MediaQueryList
if (!('elementFromPoint' in document)) Object.assign(document, { elementFromPoint: () => null })
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// The first screen of an area loads the code of all its screens, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
