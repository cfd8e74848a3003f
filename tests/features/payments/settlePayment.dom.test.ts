import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerWithin,
  pauseOrOnline,
  PaymentRefused,
  PaymentUnconfirmed,
  readRefusal,
  settlePayment,
  type Answer,
} from '@/features/payments/settlePayment'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const unanswered: Answer<string> = { kind: 'unanswered' }
const paid: Answer<string> = { kind: 'paid', receipt: 'done' }
const noFunds: Answer<string> = { kind: 'refused', error: new PaymentRefused(402, 'No.'), isAccessRefusal: false }
const noSession: Answer<string> = { kind: 'refused', error: new PaymentRefused(401, ''), isAccessRefusal: true }

function settle(answers: Answer<string>[], mayBePaid = false) {
  const send = vi.fn<() => Promise<Answer<string>>>(async () => answers.shift() ?? unanswered)
  const onUnanswered = vi.fn<() => void>()
  const outcome = settlePayment({ send, mayBePaid, onUnanswered, pause: pauseOrOnline })
  // The test awaits it later. Until then a rejection must not count as unhandled.
  outcome.catch(() => undefined)
  return { send, onUnanswered, outcome }
}

describe('sending until the outcome is known', () => {
  test('stops at an answer', async () => {
    const { send, onUnanswered, outcome } = settle([paid])
    await expect(outcome).resolves.toBe('done')
    expect(send).toHaveBeenCalledTimes(1)
    expect(onUnanswered).not.toHaveBeenCalled()
  })

  test('retries after 1, 2, 4 … at most 30 seconds without an answer', async () => {
    const { send, outcome } = settle([...Array.from({ length: 7 }, () => unanswered), paid])
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(send).toHaveBeenCalledTimes(index + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(send).toHaveBeenCalledTimes(index + 2)
    }
    await expect(outcome).resolves.toBe('done')
  })

  test('reports a refusal when no earlier request left the device', async () => {
    const { outcome } = settle([{ kind: 'unsent' }, noSession])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(outcome).rejects.toBe(noSession.kind === 'refused' && noSession.error)
  })

  test('retries at once when the connection returns', async () => {
    const { send, outcome } = settle([unanswered, paid])
    await vi.advanceTimersByTimeAsync(10)
    window.dispatchEvent(new Event('online'))
    await expect(outcome).resolves.toBe('done')
    expect(send).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a refusal is final, also after a lost answer: the server has looked up the key', async () => {
    const first = settle([noFunds])
    await expect(first.outcome).rejects.toThrow(PaymentRefused)
    const later = settle([unanswered, noFunds])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(later.outcome).rejects.toThrow(PaymentRefused)
  })

  test('a first request without a session pays nothing', async () => {
    await expect(settle([noSession]).outcome).rejects.toThrow(PaymentRefused)
  })

  test('a request without a session after a lost answer leaves the outcome unknown', async () => {
    const { outcome } = settle([unanswered, noSession])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(outcome).rejects.toThrow(PaymentUnconfirmed)
    await expect(settle([noSession], true).outcome).rejects.toThrow(PaymentUnconfirmed)
  })
})

describe('reading an answer', () => {
  test.each([0, 200, 408, 425, 429, 500, 502, 503, 504, 520])('status %i counts as no answer', (status) => {
    expect(readRefusal(status, { message: 'x' })).toEqual({ kind: 'unanswered' })
  })

  test.each([
    [400, 'PT400', false],
    [402, 'PT402', false],
    [404, 'PT404', false],
    [409, 'PT409', false],
    [401, 'PT401', true],
    [403, 'PT403', true],
  ])('status %i (%s) is a refusal; before the payment was looked at: %s', (status, code, isAccessRefusal) => {
    expect(readRefusal(status, { code, message: 'No.' })).toMatchObject({
      kind: 'refused',
      isAccessRefusal,
      error: { status, message: 'No.' },
    })
  })

  test('leaves out messages that are not for users', () => {
    expect(readRefusal(404, { code: 'PGRST202', message: 'Could not find the function' })).toMatchObject({
      kind: 'refused',
      error: { message: '' },
    })
  })
})

describe('waiting for one answer', () => {
  test('ends after the given time and aborts the request', async () => {
    let signal: AbortSignal | undefined
    const waiting = answerWithin(15_000, (given) => {
      signal = given
      return new Promise<string>(() => undefined)
    })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(waiting).resolves.toBeNull()
    expect(signal?.aborted).toBe(true)
  })

  test('clears the timer after an answer in time', async () => {
    await expect(answerWithin(15_000, async () => 'here')).resolves.toBe('here')
    expect(vi.getTimerCount()).toBe(0)
  })
})
