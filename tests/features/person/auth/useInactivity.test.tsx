import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useInactivity } from '@/features/person/auth/useInactivity'

const minutes = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

function start(isActive = true) {
  const onExpire = vi.fn<() => void>()
  // As a sign-in leaves it.
  localStorage.setItem('lastActivity', JSON.stringify(Date.now()))
  const hook = renderHook((props: { isActive: boolean }) => useInactivity({ ...props, minutes: 5, onExpire }), {
    initialProps: { isActive },
  })
  return { onExpire, hook, warns: () => hook.result.current.isWarning }
}

function pass(ms: number) {
  act(() => void vi.advanceTimersByTime(ms))
}

describe('five minutes without activity', () => {
  test('warn after four and a half, sign out after five', () => {
    const { onExpire, warns } = start()
    pass(4.5 * minutes - 1000)
    expect(warns()).toBe(false)
    pass(2000)
    expect(warns()).toBe(true)
    pass(28_000)
    expect(onExpire).not.toHaveBeenCalled()
    pass(2000)
    expect(onExpire).toHaveBeenCalled()
  })

  test.each(['mouseDown', 'keyDown', 'scroll', 'touchStart', 'click'] as const)('%s restarts the timer', (event) => {
    const { onExpire, warns } = start()
    pass(4 * minutes)
    fireEvent[event](window)
    pass(4 * minutes)
    expect(warns()).toBe(false)
    expect(onExpire).not.toHaveBeenCalled()
    pass(1.1 * minutes)
    expect(onExpire).toHaveBeenCalled()
  })

  test('staying hides the warning and restarts the timer', () => {
    const { onExpire, hook, warns } = start()
    pass(4.6 * minutes)
    act(() => hook.result.current.stay())
    expect(warns()).toBe(false)
    pass(4 * minutes)
    expect(onExpire).not.toHaveBeenCalled()
  })

  test('activity in another tab counts', () => {
    const { onExpire, warns } = start()
    pass(4.6 * minutes)
    expect(warns()).toBe(true)
    localStorage.setItem('lastActivity', JSON.stringify(Date.now()))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'lastActivity' })))
    expect(warns()).toBe(false)
    pass(1 * minutes)
    expect(onExpire).not.toHaveBeenCalled()
  })

  test('signs out when a computer wakes after them', () => {
    const { onExpire } = start()
    vi.setSystemTime(Date.now() + 60 * minutes)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(onExpire).toHaveBeenCalled()
  })

  test('activity after waking does not keep the session', () => {
    const { onExpire } = start()
    vi.setSystemTime(Date.now() + 60 * minutes)
    act(() => void fireEvent.mouseDown(window))
    expect(onExpire).toHaveBeenCalled()
    expect(localStorage.getItem('lastActivity')).toBe(String(Date.now() - 60 * minutes))
  })

  test('moving to the buttons of the warning does not count', () => {
    const { onExpire, warns } = start()
    pass(4.6 * minutes)
    act(() => void fireEvent.mouseDown(window))
    expect(warns()).toBe(true)
    pass(0.5 * minutes)
    expect(onExpire).toHaveBeenCalled()
  })

  test('a page that is reopened after them signs out at once', () => {
    localStorage.setItem('lastActivity', JSON.stringify(Date.now() - 6 * minutes))
    const onExpire = vi.fn<() => void>()
    renderHook(() => useInactivity({ isActive: true, minutes: 5, onExpire }))
    expect(onExpire).toHaveBeenCalled()
  })

  test('the timer does nothing without a session', () => {
    const { onExpire, warns } = start(false)
    pass(10 * minutes)
    expect(warns()).toBe(false)
    expect(onExpire).not.toHaveBeenCalled()
  })
})
