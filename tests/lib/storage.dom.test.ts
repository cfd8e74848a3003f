import { afterEach, expect, test, vi } from 'vitest'
import { deviceStore, draftStore, lastActivityStore } from '@/lib/storage'

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

test('keeps a draft for the tab until it is cleared', () => {
  draftStore.write('pay', { recipient: 'Olive' })
  expect(draftStore.read('pay')).toEqual({ recipient: 'Olive' })
  expect(sessionStorage).toHaveLength(1)
  draftStore.clear('pay')
  expect(draftStore.read('pay')).toBeNull()
})

test('reads an unreadable value as nothing', () => {
  localStorage.setItem('lastActivity', 'not JSON')
  expect(lastActivityStore.read()).toBeNull()
  localStorage.setItem('lastActivity', '"text"')
  expect(lastActivityStore.read()).toBeNull()
})

test.each(['QuotaExceededError', 'SecurityError'])('%s: keeps the value until the page is closed', (name) => {
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

test('works when every access is forbidden', () => {
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

test('keeps the device token, or makes one for this page when storage is forbidden', () => {
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
