import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerWithin,
  pauseOrOnline,
  PaymentDropped,
  PaymentRefused,
  PaymentUnconfirmed,
  readAnswer,
  readRefusal,
  type Answer,
} from '@/features/money/payments/paymentAnswer'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what is known after an answer', () => {
  const noFunds = new PaymentRefused(402, 'No.')
  const refused: Answer<string> = { kind: 'refused', error: noFunds, isAccessRefusal: false }
  const noSession: Answer<string> = { kind: 'refused', error: new PaymentRefused(401, ''), isAccessRefusal: true }

  test('a receipt ends the payment', () => {
    expect(readAnswer({ kind: 'paid', receipt: 'done' }, false)).toEqual({ receipt: 'done' })
  })

  test('a request without an answer may have paid, and one that did not leave changes nothing', () => {
    expect(readAnswer({ kind: 'unanswered' }, false)).toEqual({ receipt: null, mayBePaid: true })
    for (const mayBePaid of [true, false])
      expect(readAnswer({ kind: 'unsent' }, mayBePaid)).toEqual({ receipt: null, mayBePaid })
  })

  test('a refusal is final, also after a lost answer: the server has looked up the key', () => {
    for (const mayBePaid of [true, false]) expect(() => readAnswer(refused, mayBePaid)).toThrow(noFunds)
  })

  test('a request without a session pays nothing, and after a lost answer leaves the outcome unknown', () => {
    expect(() => readAnswer(noSession, false)).toThrow(PaymentRefused)
    expect(() => readAnswer(noSession, true)).toThrow(PaymentUnconfirmed)
  })

  test('a payment that the customer has dropped ends', () => {
    expect(() => readAnswer({ kind: 'dropped' }, false)).toThrow(PaymentDropped)
  })
})

describe('the pause before the next request', () => {
  test('is 1, 2, 4 … at most 30 seconds', async () => {
    for (const [failures, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      const isOver = vi.fn<() => void>()
      void pauseOrOnline(failures).then(isOver)
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(isOver).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(isOver).toHaveBeenCalled()
    }
  })

  test('ends when the connection returns', async () => {
    const pause = pauseOrOnline(3)
    window.dispatchEvent(new Event('online'))
    await pause
    expect(vi.getTimerCount()).toBe(0)
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
    const controller = new AbortController()
    const waiting = answerWithin(15_000, controller, new Promise<Answer<string>>(() => undefined))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(controller.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(waiting).resolves.toEqual({ kind: 'unanswered' })
    expect(controller.signal.aborted).toBe(true)
  })

  test('clears the timer after an answer in time', async () => {
    const paid: Answer<string> = { kind: 'paid', receipt: 'done' }
    await expect(answerWithin(15_000, new AbortController(), Promise.resolve(paid))).resolves.toBe(paid)
    expect(vi.getTimerCount()).toBe(0)
  })
})
