import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { readAuthConfig } from './authConfig'

test("understands this project's own settings", () => {
  const toml = parse(readFileSync('supabase/config.toml', 'utf8'))
  expect(readAuthConfig(toml.auth).passwordHook).toBe('"private"."hook_password_verification_attempt"')
})

test('without a section it has the defaults of the Supabase CLI', () => {
  expect(readAuthConfig(undefined)).toMatchObject({
    jwtExpirySeconds: 3600,
    reuseIntervalSeconds: 10,
    rotateRefreshTokens: true,
    minimumPasswordLength: 6,
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
  [{ jwt_expiry: 'soon' }, 'jwt_expiry'],
])('refuses what it would not do: %j', (section, message) => {
  expect(() => readAuthConfig(section)).toThrow(message)
})
