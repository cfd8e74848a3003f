// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { deviceStore, draftStore, lastActivityStore } from '@/lib/storage'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

test('a draft is kept for the tab, and forgotten when cleared', () => {
  draftStore.write('pay', { recipient: 'Olive' })
  expect(draftStore.read('pay')).toEqual({ recipient: 'Olive' })
  expect(sessionStorage).toHaveLength(1)
  draftStore.clear('pay')
  expect(draftStore.read('pay')).toBeNull()
})

test('what is stored but cannot be read counts as nothing', () => {
  localStorage.setItem('lastActivity', 'not JSON')
  expect(lastActivityStore.read()).toBeNull()
  localStorage.setItem('lastActivity', '"text"')
  expect(lastActivityStore.read()).toBeNull()
})

test.each(['QuotaExceededError', 'SecurityError'])('%s: it is kept for as long as the page lives', (name) => {
  draftStore.write('pay', { recipient: 'before' })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', name)
  })
  draftStore.write('pay', { recipient: 'Olive' })
  expect(draftStore.read('pay')).toEqual({ recipient: 'Olive' })
  // After a reload the older one must not come back as if it were the latest.
  expect(sessionStorage).toHaveLength(0)
  draftStore.clear('pay')
  expect(draftStore.read('pay')).toBeNull()
})

test('forbidden to the last access: nothing breaks', () => {
  for (const method of ['setItem', 'getItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError')
    })
  }
  draftStore.write('pay', { recipient: 'Olive' })
  expect(draftStore.read('pay')).toEqual({ recipient: 'Olive' })
  draftStore.clear('pay')
  expect(draftStore.read('pay')).toBeNull()
})

test('a device keeps its token, and makes another for as long as the page lives where nothing is kept', () => {
  const token = deviceStore.token()
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(deviceStore.token()).toBe(token)
  expect(localStorage.getItem('device')).toBe(JSON.stringify(token))
  vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(deviceStore.token()).toBe(deviceStore.token())
})
