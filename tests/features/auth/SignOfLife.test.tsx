import '../../testEnv'
import { act, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SignOfLife } from '@/features/auth/SignOfLife'
import type * as authMutations from '@/features/auth/mutations'

const { touchSession } = vi.hoisted(() => ({ touchSession: vi.fn<() => Promise<boolean | null>>() }))
vi.mock('@/features/auth/mutations', async (original) => ({
  ...(await original<typeof authMutations>()),
  touchSession,
}))

const seconds = 1000
// The last touch is remembered for as long as the page lives: each test comes a day after the one before.
let day = 1

// Loading it takes real time, of which the fake clock knows nothing.
beforeAll(() => import('@/features/auth/mutations'))
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(Date.UTC(2027, 0, (day += 1))) })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.clear()
  touchSession.mockReset().mockResolvedValue(true)
  touch()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** As the inactivity sign-out notes it, in whatever tab. */
function touch() {
  localStorage.setItem('lastActivity', JSON.stringify(Date.now()))
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await vi.dynamicImportSettled()
}

function hide(isHidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

function start() {
  const onEnded = vi.fn<() => void>()
  return { onEnded, ...render(<SignOfLife onEnded={onEnded} />) }
}

test('the bank is told of the first touch, and of later ones once a minute', async () => {
  start()
  await pass(10 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 12; n += 1) {
    touch()
    await pass(10 * seconds)
  }
  expect(touchSession).toHaveBeenCalledTimes(3)
})

test('it is told of the last touch as well, and of nothing after that', async () => {
  start()
  await pass(10 * seconds)
  touch()
  await pass(50 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(1)
  await pass(10 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(2)
  await pass(600 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(2)
})

test('a tab that is left says at once what it has to say, and then nothing', async () => {
  start()
  await pass(10 * seconds)
  await pass(1 * seconds)
  touch()
  hide(true)
  await pass(0)
  expect(touchSession).toHaveBeenCalledTimes(2)
  await pass(1 * seconds)
  touch()
  await pass(300 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(2)
  hide(false)
  await pass(10 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(3)
})

test('when the session is over the app is told', async () => {
  const { onEnded } = start()
  touchSession.mockResolvedValue(false)
  await pass(10 * seconds)
  expect(onEnded).toHaveBeenCalledTimes(1)
})

test('a bank that does not count is not told again', async () => {
  start()
  touchSession.mockResolvedValue(null)
  for (let n = 0; n < 30; n += 1) {
    touch()
    await pass(10 * seconds)
  }
  expect(touchSession).toHaveBeenCalledTimes(1)
})

test('what did not arrive is said again', async () => {
  const { onEnded } = start()
  touchSession.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await pass(10 * seconds)
  await pass(60 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(2)
  expect(onEnded).not.toHaveBeenCalled()
})

test('after a sign-out nothing is said', async () => {
  const { unmount, onEnded } = start()
  touchSession.mockResolvedValue(false)
  unmount()
  touch()
  await pass(120 * seconds)
  expect(touchSession).not.toHaveBeenCalled()
  expect(onEnded).not.toHaveBeenCalled()
})
