import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bannedUntil } from './adminChange'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['24h', '2026-11-22T12:00:00.000Z'],
  ['1h30m', '2026-11-21T13:30:00.000Z'],
  ['45s', '2026-11-21T12:00:45.000Z'],
])('a ban of %s ends at %s', (duration, end) => {
  expect(bannedUntil(duration)?.toISOString()).toBe(end)
})

test('"none" ends a ban', () => {
  expect(bannedUntil('none')).toBeNull()
})

test.each(['', 'soon', '-1h', '1d'])('%j is no duration', (duration) => {
  expect(() => bannedUntil(duration)).toThrow('ban duration')
})
