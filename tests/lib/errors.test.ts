import { describe, expect, test, vi } from 'vitest'
import { isRateLimited, isSessionGone, messageOf, refusalOf, WordedError } from '@/lib/errors'

describe('the message for the user', () => {
  test.each([
    [{ code: 'PT400', message: 'Sort code must be 6 digits' }, 'Sort code must be 6 digits'],
    [new WordedError('We could not read the answer.'), 'We could not read the answer.'],
    [
      { code: 'user_already_exists', message: 'x' },
      "We couldn't create an account with this email address. If you already have one, sign in, or check your email.",
    ],
    [{ code: 'PGRST301', message: 'JWT expired' }, 'Your session has ended. Please sign in again.'],
    [new TypeError('Failed to fetch'), 'You appear to be offline. Check your connection and try again.'],
    [{ message: 'TypeError: Load failed' }, 'You appear to be offline. Check your connection and try again.'],
    [{ code: 'PT429', details: 'minutes:1', message: 'No.' }, 'Too many attempts. Try again in 1 minute.'],
    [{ code: 'PT429', details: 'minutes:64', message: 'No.' }, 'Too many attempts. Try again in 64 minutes.'],
    [{ code: 'PT429', details: 'minutes:128', message: 'No.' }, 'Too many attempts. Try again in 3 hours.'],
    [{ code: 'PT429', details: null, message: 'Wait.' }, 'Wait.'],
    [{ status: 429, message: 'Too many. minutes:4' }, 'Too many attempts. Try again in 4 minutes.'],
    [{ status: 429, message: 'Slow down' }, 'Too many attempts. Please try again later.'],
  ])('%o', (error, words) => expect(messageOf(error)).toBe(words))

  test.each([
    { message: '{}' },
    { code: '42501', message: 'permission denied for table accounts' },
    { code: 'PGRST116', message: 'JSON object requested, multiple (or no) rows returned' },
    { code: 'unexpected_failure', message: 'Database error saving new user' },
    new TypeError('x is undefined'),
    new Error('ai-chat answered without text'),
    null,
    'text',
  ])('%o: is general, with the reference that the log has, and without the server’s words', (error) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const text = messageOf(error)
    expect(text).toMatch(/^Something went wrong\. Try again\. Reference: [A-Z2-9]{6}$/)
    expect(messageOf(error)).toBe(text)
    const reference = text.slice(-6)
    for (const [, context] of logged.mock.calls) expect(context).toMatchObject({ reference })
    expect(logged.mock.calls.length).toBeLessThanOrEqual(1)
    logged.mockRestore()
  })
})

test.each([
  [{ code: 'PGRST301' }, true],
  [{ code: 'PGRST303' }, true],
  [{ message: 'JWT expired' }, true],
  [{ message: 'User from sub claim in JWT does not exist' }, true],
  [{ code: '42501', message: 'permission denied' }, false],
])('%o means that the session is gone: %s', (error, is) => expect(isSessionGone(error)).toBe(is))

test.each([
  [{ code: 'PT429' }, true],
  [{ status: 429 }, true],
  [{ code: 'over_request_rate_limit' }, true],
  [{ code: 'PT400' }, false],
])('%o means too many requests: %s', (error, is) => expect(isRateLimited(error)).toBe(is))

test.each([
  [{ code: 'PT402' }, true],
  [{ code: 'PGRST116' }, true],
  [{ code: '42501' }, true],
  [{ code: 'PGRST001' }, false],
  [{ code: '57014' }, false],
  [new TypeError('Failed to fetch'), false],
])('%o is final: %s', (error, is) => expect(refusalOf(error) !== null).toBe(is))

test.each([
  [
    { code: 'PT400', message: 'Not this amount.', hint: 'field:amount' },
    { hint: 'field:amount', field: 'amount', message: 'Not this amount.', status: 400 },
  ],
  [
    { code: 'PT409', message: 'No.' },
    { hint: null, field: null, message: 'No.', status: 409 },
  ],
  // Messages of Postgres and PostgREST are not written for users.
  [
    { code: '23505', message: 'duplicate key' },
    { hint: 'already-exists', field: null, message: null, status: 409 },
  ],
  [
    { code: '23503', message: 'violates' },
    { hint: 'reference-missing', field: null, message: null, status: 409 },
  ],
  [
    { code: '42501', message: 'RLS', hint: 'x' },
    { hint: 'not-permitted', field: null, message: null, status: 403 },
  ],
  [
    { code: '22P02', message: 'invalid input' },
    { hint: null, field: null, message: null, status: 400 },
  ],
])('%j is read as %j', (error, refusal) => expect(refusalOf(error)).toEqual(refusal))
