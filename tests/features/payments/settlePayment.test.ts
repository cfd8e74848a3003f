// @vitest-environment jsdom
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
const noFunds: Answer<string> = { kind: 'refused', error: new PaymentRefused(402, 'No.'), isAtTheDoor: false }
const noSession: Answer<string> = { kind: 'refused', error: new PaymentRefused(401, ''), isAtTheDoor: true }

function settle(answers: Answer<string>[], mayBePaid = false) {
  const ask = vi.fn<() => Promise<Answer<string>>>(async () => answers.shift() ?? unanswered)
  const onUnanswered = vi.fn<() => void>()
  const outcome = settlePayment({ ask, mayBePaid, onUnanswered, pause: pauseOrOnline })
  // Looked at later: until then a refusal is not an unhandled one.
  outcome.catch(() => undefined)
  return { ask, onUnanswered, outcome }
}

describe('asking until the outcome is known', () => {
  test('an answer ends it', async () => {
    const { ask, onUnanswered, outcome } = settle([paid])
    await expect(outcome).resolves.toBe('done')
    expect(ask).toHaveBeenCalledTimes(1)
    expect(onUnanswered).not.toHaveBeenCalled()
  })

  test('without an answer it asks again after 1, 2, 4 … at most 30 seconds', async () => {
    const { ask, outcome } = settle([...Array.from({ length: 7 }, () => unanswered), paid])
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(ask).toHaveBeenCalledTimes(index + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(ask).toHaveBeenCalledTimes(index + 2)
    }
    await expect(outcome).resolves.toBe('done')
  })

  test('what never left the device can be refused: nothing was paid', async () => {
    const { outcome } = settle([{ kind: 'unsent' }, noSession])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(outcome).rejects.toBe(noSession.kind === 'refused' && noSession.error)
  })

  test('it asks at once when the connection is back', async () => {
    const { ask, outcome } = settle([unanswered, paid])
    await vi.advanceTimersByTimeAsync(10)
    window.dispatchEvent(new Event('online'))
    await expect(outcome).resolves.toBe('done')
    expect(ask).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a refusal is final, also after silence: the bank has looked for the key', async () => {
    const first = settle([noFunds])
    await expect(first.outcome).rejects.toThrow(PaymentRefused)
    const later = settle([unanswered, noFunds])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(later.outcome).rejects.toThrow(PaymentRefused)
  })

  test('turned away at the door, at first: nothing was paid', async () => {
    await expect(settle([noSession]).outcome).rejects.toThrow(PaymentRefused)
  })

  test('turned away at the door after silence: the outcome stays unknown', async () => {
    const { outcome } = settle([unanswered, noSession])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(outcome).rejects.toThrow(PaymentUnconfirmed)
    await expect(settle([noSession], true).outcome).rejects.toThrow(PaymentUnconfirmed)
  })
})

describe('what an answer means', () => {
  test.each([0, 200, 408, 425, 429, 500, 502, 503, 504, 520])('status %i answers nothing', (status) => {
    expect(readRefusal(status, { message: 'x' })).toEqual({ kind: 'unanswered' })
  })

  test.each([
    [400, 'PT400', false],
    [402, 'PT402', false],
    [404, 'PT404', false],
    [409, 'PT409', false],
    [401, 'PT401', true],
    [403, 'PT403', true],
  ])('status %i (%s) is a refusal; at the door: %s', (status, code, isAtTheDoor) => {
    expect(readRefusal(status, { code, message: 'No.' })).toMatchObject({
      kind: 'refused',
      isAtTheDoor,
      error: { status, message: 'No.' },
    })
  })

  test('words that were not meant for people are left out', () => {
    expect(readRefusal(404, { code: 'PGRST202', message: 'Could not find the function' })).toMatchObject({
      kind: 'refused',
      error: { message: '' },
    })
  })
})

describe('waiting for one answer', () => {
  test('ends after the given time, and stops the request', async () => {
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

  test('an answer in time leaves nothing behind', async () => {
    await expect(answerWithin(15_000, async () => 'here')).resolves.toBe('here')
    expect(vi.getTimerCount()).toBe(0)
  })
})
