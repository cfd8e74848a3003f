import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as sessions from '@/lib/touchSession'
import { useSessionHeartbeat } from '@/features/person/auth/useSessionHeartbeat'
import * as dueMails from '@/lib/dueMails'

const touchSession = vi.fn<typeof sessions.touchSession>()
const sendDueMails = vi.fn<typeof dueMails.sendDueMails>()

const seconds = 1000
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(sessions, 'touchSession').mockImplementation(touchSession.mockReset().mockResolvedValue(true))
  vi.spyOn(dueMails, 'sendDueMails').mockImplementation(sendDueMails.mockReset().mockResolvedValue())
  touch()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Stores activity as useInactivity does. */
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
  return { onEnded, ...renderHook(() => useSessionHeartbeat({ isActive: true, onEnded })) }
}

test('reports the first activity, and later activity once a minute', async () => {
  start()
  await pass(10 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 12; n += 1) {
    touch()
    await pass(10 * seconds)
  }
  expect(touchSession).toHaveBeenCalledTimes(3)
})

test('reports the last activity, and nothing after it', async () => {
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

test('reports at once when the tab is hidden, and nothing while it is hidden', async () => {
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

test('calls onEnded when the server has ended the session', async () => {
  const { onEnded } = start()
  touchSession.mockResolvedValue(false)
  await pass(10 * seconds)
  expect(onEnded).toHaveBeenCalledTimes(1)
})

test('stops when the server does not track sessions', async () => {
  start()
  touchSession.mockResolvedValue(null)
  for (let n = 0; n < 30; n += 1) {
    touch()
    await pass(10 * seconds)
  }
  expect(touchSession).toHaveBeenCalledTimes(1)
})

test('sends a failed heartbeat again', async () => {
  const { onEnded } = start()
  touchSession.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await pass(10 * seconds)
  await pass(60 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(2)
  expect(onEnded).not.toHaveBeenCalled()
})

test('sends nothing after a sign-out', async () => {
  const { unmount, onEnded } = start()
  touchSession.mockResolvedValue(false)
  unmount()
  touch()
  await pass(120 * seconds)
  expect(touchSession).not.toHaveBeenCalled()
  expect(onEnded).not.toHaveBeenCalled()
})

test('the first heartbeat has the due mails sent, and later ones do so every five minutes at most', async () => {
  start()
  await pass(10 * seconds)
  expect(sendDueMails).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 29; n += 1) {
    touch()
    await pass(10 * seconds)
  }
  expect(sendDueMails).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 9; n += 1) {
    touch()
    await pass(10 * seconds)
  }
  expect(sendDueMails).toHaveBeenCalledTimes(2)
})

test('the heartbeat has no mails sent for a session that has ended', async () => {
  start()
  touchSession.mockResolvedValue(false)
  await pass(10 * seconds)
  expect(touchSession).toHaveBeenCalledTimes(1)
  expect(sendDueMails).not.toHaveBeenCalled()
})
