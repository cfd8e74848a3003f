import { afterEach, expect, test, vi } from 'vitest'
import '../testEnv'
const referenceIn = (text: string) => text.slice(-6)

afterEach(() => vi.useRealTimers())

test('an error that is shown with a reference is reported once, without its text and without the ids of the path', async () => {
  // The tests of other files show errors too, which are reported as soon as someone listens.
  vi.resetModules()
  const server = await import('@/lib/supabase')
  const { messageOf } = await import('@/lib/errors')
  const { reportErrors } = await import('@/lib/reportErrors')
  const sent = () => vi.mocked(server.callRpc).mock.calls
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(server, 'callRpc').mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(undefined)
  window.history.replaceState({}, '', '/admin/users/3f2b?pin=24680#search=cara@mail.example')
  const before = referenceIn(messageOf(new TypeError('cara@mail.example is undefined')))
  reportErrors()
  const reference = referenceIn(messageOf(new RangeError('24680')))
  messageOf(new RangeError('24680'))
  messageOf(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent()).toEqual([
    ['report_shown_error', { p_reference: before, p_kind: 'TypeError', p_screen: '/admin/users/:id' }],
    ['report_shown_error', { p_reference: reference, p_kind: 'RangeError', p_screen: '/admin/users/:id' }],
  ])

  // The server did not answer the first.
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sent()[2]).toEqual(sent()[0])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toHaveLength(3)
})
