import { expect, test, vi } from 'vitest'
import { nothingSent, sendAllPins, type PinsSent } from '@/features/staff/users/sendAllPins'

/** Three steps of two users each, the second with one user without a PIN. */
const steps: Record<string, PinsSent> = {
  start: { successful: 2, failed: 0, failedNames: [], after: 'user 2' },
  'user 2': { successful: 1, failed: 1, failedNames: ['Bill Bare'], after: 'user 4' },
  'user 4': { successful: 2, failed: 0, failedNames: [], after: null },
}
const whole = { successful: 5, failed: 1, failedNames: ['Bill Bare'], after: null }

function server() {
  return vi.fn<(after: string | null) => Promise<PinsSent>>(async (after) => steps[after ?? 'start'] ?? nothingSent)
}

test('sends step by step, adds them up and says how far it is', async () => {
  const send = server()
  const onProgress = vi.fn<(sent: PinsSent) => void>()
  expect(await sendAllPins(nothingSent, { send, isStopped: () => false, onProgress })).toEqual(whole)
  expect(send.mock.calls).toEqual([[null], ['user 2'], ['user 4']])
  expect(onProgress.mock.calls.map(([{ successful, after }]) => [successful, after])).toEqual([
    [2, 'user 2'],
    [3, 'user 4'],
    [5, null],
  ])
})

test('goes on after the last step that was answered when the connection drops in the middle', async () => {
  const send = server()
  send.mockImplementationOnce(async () => steps.start ?? nothingSent)
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  let sent = nothingSent
  const onProgress = (now: PinsSent) => (sent = now)
  await expect(sendAllPins(sent, { send, isStopped: () => false, onProgress })).rejects.toThrow('Failed to fetch')
  expect(sent).toEqual(steps.start)
  expect(await sendAllPins(sent, { send, isStopped: () => false, onProgress })).toEqual(whole)
  expect(send.mock.calls).toEqual([[null], ['user 2'], ['user 2'], ['user 4']])
})

test('stops after the step that is under way', async () => {
  const send = server()
  const stopped = await sendAllPins(nothingSent, { send, isStopped: () => true, onProgress: () => undefined })
  expect(stopped).toEqual(steps.start)
  expect(send).toHaveBeenCalledTimes(1)
})
