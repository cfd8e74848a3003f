import { describe, expect, test } from 'vitest'
import { isRateLimited, isSessionGone, messageOf, refusalOf } from '@/lib/errors'

describe('the message for the user', () => {
  test.each([
    [{ message: 'Sort code must be 6 digits' }, 'Sort code must be 6 digits'],
    [new TypeError('Failed to fetch'), 'You appear to be offline. Check your connection and try again.'],
    [{ message: 'TypeError: Load failed' }, 'You appear to be offline. Check your connection and try again.'],
    [{ message: '{}' }, 'Something went wrong. Please try again.'],
    [{ message: '' }, 'Something went wrong. Please try again.'],
    [null, 'Something went wrong. Please try again.'],
    ['text', 'Something went wrong. Please try again.'],
  ])('%o', (error, words) => expect(messageOf(error)).toBe(words))
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
