import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { readAuthConfig } from './authConfig'

test("understands this project's own settings", () => {
  const toml = parse(readFileSync('supabase/config.toml', 'utf8'))
  expect(readAuthConfig(toml.auth)).toMatchObject({
    passwordHook: '"private"."hook_password_verification_attempt"',
    // Past the PIN: too long to be guessed while it lasts.
    recoveryCodeLength: 10,
    recoveryExpirySeconds: 600,
  })
})

test('without a section it has the defaults of the Supabase CLI', () => {
  expect(readAuthConfig(undefined)).toMatchObject({
    jwtExpirySeconds: 3600,
    reuseIntervalSeconds: 10,
    rotateRefreshTokens: true,
    minimumPasswordLength: 6,
    recoveryCodeLength: 6,
    passwordHook: null,
  })
})

test('a hook that is switched off is not called', () => {
  const hook = { password_verification_attempt: { enabled: false, uri: 'pg-functions://postgres/private/hook' } }
  expect(readAuthConfig({ hook }).passwordHook).toBeNull()
})

test.each([
  [{ email: { enable_confirmations: true } }, 'without e-mail confirmation'],
  [{ hook: { send_sms: { enabled: true, uri: 'https://sms.example' } } }, 'knows only the hook'],
  [{ hook: { password_verification_attempt: { enabled: true, uri: 'https://hook.example' } } }, 'pg-functions://'],
  [{ email: { otp_length: 4 } }, 'otp_length'],
  [{ jwt_expiry: 'soon' }, 'jwt_expiry'],
])('refuses what it would not do: %j', (section, message) => {
  expect(() => readAuthConfig(section)).toThrow(message)
})
