import { json, serve } from '../fakeServer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { messageOf } from '@/lib/errors'
import { invokeFunction, longestLimit } from '@/lib/functions'

afterEach(() => {
  vi.useRealTimers()
})

test('sends the body and returns the response', async () => {
  const asked = serve({ 'POST /functions/v1/delete-user': () => json({ deleted: true }) })
  expect(await invokeFunction('delete-user', { userId: 'a' })).toEqual({ deleted: true })
  expect(asked[0]?.body).toBe('{"userId":"a"}')
})

describe('a function fails', () => {
  test.each([
    [json({ error: 'This person has money left.' }, 409), 'This person has money left.'],
    [new Response('<h1>502</h1>', { status: 502 }), 'delete-user answered 502'],
  ])('a function fails with its own error message if it has one', async (answer, words) => {
    serve({ 'POST /functions/v1/delete-user': () => answer })
    await expect(invokeFunction('delete-user', {})).rejects.toThrow(words)
  })

  test.each([
    ['after a minute by default', undefined, 60_000],
    ['for all users at once, after the platform’s own limit', longestLimit, 150_000],
  ])('a function fails as a lost connection without a response: %s', async (_what, limit, milliseconds) => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_input: unknown, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    })
    const outcome = vi.fn<(error: unknown) => void>()
    invokeFunction('sync-user-pins', {}, limit).catch(outcome)
    await vi.advanceTimersByTimeAsync(milliseconds - 1)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledOnce()
    expect(messageOf(outcome.mock.calls[0]?.[0])).toBe('You appear to be offline. Check your connection and try again.')
    expect(vi.getTimerCount()).toBe(0)
  })
})
