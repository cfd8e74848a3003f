import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { readAuthConfig } from './authConfig'

test('reads the settings of this project', () => {
  const toml = parse(readFileSync('supabase/config.toml', 'utf8'))
  expect(readAuthConfig(toml.auth)).toMatchObject({
    passwordHook: '"private"."hook_password_verification_attempt"',
  })
  // The code in a recovery mail signs in without the PIN: it must be too long to guess before it expires.
  expect(toml.auth).toMatchObject({ email: { otp_length: 10, otp_expiry: 600 } })
})

test('a config without a section has the defaults of the Supabase CLI', () => {
  expect(readAuthConfig(undefined)).toMatchObject({
    jwtExpirySeconds: 3600,
    reuseIntervalSeconds: 10,
    rotateRefreshTokens: true,
    minimumPasswordLength: 6,
    passwordHook: null,
  })
})

test('the auth server does not call a disabled hook', () => {
  const hook = { password_verification_attempt: { enabled: false, uri: 'pg-functions://postgres/private/hook' } }
  expect(readAuthConfig({ hook }).passwordHook).toBeNull()
})

test.each([
  [{ email: { enable_confirmations: true } }, 'without email confirmation'],
  [{ hook: { send_sms: { enabled: true, uri: 'https://sms.example' } } }, 'implements only the hook'],
  [{ hook: { password_verification_attempt: { enabled: true, uri: 'https://hook.example' } } }, 'pg-functions://'],
  [{ jwt_expiry: 'soon' }, 'jwt_expiry'],
])('refuses a setting that is not implemented: %j', (section, message) => {
  expect(() => readAuthConfig(section)).toThrow(message)
})
