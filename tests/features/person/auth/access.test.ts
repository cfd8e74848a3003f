import { describe, expect, test } from 'vitest'
import { decideAccess } from '@/features/person/auth/access'

const approved = { approved: true, deviceState: 'off' }
const waiting = { approved: false, deviceState: 'off' }
const on = (deviceState: string) => ({ approved: true, deviceState })
const reading = (data: { approved: boolean; deviceState: string } | null | undefined, error: object | null = null) => ({
  data,
  error: error === null ? null : Object.assign(new Error(), error),
})

describe('the access decision', () => {
  test.each([
    ['the session is still being checked', 'loading', reading(undefined), 'loading'],
    ['no session', 'signed out', reading(undefined), 'auth'],
    ['a session whose profile is being read', 'signed in', reading(undefined), 'loading'],
    ['no profile row', 'signed in', reading(null), 'withheld'],
    ['not approved', 'signed in', reading(waiting), 'pending'],
    ['approved', 'signed in', reading(approved), 'app'],
    ['approved, on a known device', 'signed in', reading(on('known')), 'app'],
    ['approved, on an unknown device', 'signed in', reading(on('unknown')), 'device'],
    [
      'not approved, on an unknown device',
      'signed in',
      reading({ approved: false, deviceState: 'unknown' }),
      'pending',
    ],
    ['an error that mentions a JWT', 'signed in', reading(undefined, { message: 'JWT expired' }), 'sign out'],
    ['code PGRST301', 'signed in', reading(undefined, { code: 'PGRST301', message: 'No suitable key' }), 'sign out'],
    ['code PGRST303', 'signed in', reading(undefined, { code: 'PGRST303', message: 'expired' }), 'sign out'],
    [
      'the person was deleted',
      'signed in',
      reading(undefined, { message: 'User from sub claim in JWT does not exist' }),
      'sign out',
    ],
    ['any other read error', 'signed in', reading(undefined, { code: '57014', message: 'timeout' }), 'stay'],
    ['the same error after a good answer', 'signed in', reading(approved, { message: 'Failed to fetch' }), 'app'],
    ['a refused token after a good answer', 'signed in', reading(approved, { message: 'JWT expired' }), 'sign out'],
  ] as const)('%s', (_what, status, profile, access) => {
    expect(decideAccess(status, profile)).toBe(access)
  })
})
