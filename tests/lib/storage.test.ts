import { afterEach, expect, test, vi } from 'vitest'
import { draftStore, lastActivityStore } from '@/lib/storage'

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

test('a full or forbidden storage breaks nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect(() => draftStore.write('pay', {})).not.toThrow()
  expect(draftStore.read('pay')).toBeNull()
})
