import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signJwt, verifyJwt } from './jwt'

const secret = 'a secret that is long enough for a test'
const now = () => Math.floor(Date.now() / 1000)

test('returns the signed claims', async () => {
  const claims = { role: 'authenticated', sub: 'a user', exp: now() + 60, app_metadata: { team: 'ü' } }
  expect(await verifyJwt(await signJwt(claims, secret), secret)).toEqual(claims)
})

test('gives a token without a role the role anon', async () => {
  const token = await signJwt({ role: 'x', sub: 'a user' }, secret)
  const withoutRole = rewrite(token, { sub: 'a user' })
  expect(await verifyJwt(withoutRole, secret)).toEqual({ sub: 'a user', role: 'anon' })
})

test.each([
  ['malformed', 'not-a-token'],
  ['malformed', 'a.b'],
  ['malformed', 'a.b.c.d'],
  ['malformed', 'bm9uc2Vuc2U.bm9uc2Vuc2U.AAAA'],
  ['algorithm', rewrite(await signJwt({ role: 'authenticated' }, secret), { role: 'service_role' }, { alg: 'none' })],
  ['signature', await signJwt({ role: 'authenticated' }, 'another secret')],
  ['signature', `${await signJwt({ role: 'authenticated' }, secret)}AAA`],
  ['expired', await signJwt({ role: 'authenticated', exp: now() - 1 }, secret)],
  ['not yet valid', await signJwt({ role: 'authenticated', nbf: now() + 120 }, secret)],
])('refuses a token that is %s', async (reason, token) => {
  await expect(verifyJwt(token, secret)).rejects.toThrow(expect.objectContaining({ reason }))
})

test('refuses a token whose claims were replaced after signing', async () => {
  const [head, , signature] = (await signJwt({ role: 'authenticated' }, secret)).split('.')
  const forged = [head, base64Url({ role: 'service_role' }), signature].join('.')
  await expect(verifyJwt(forged, secret)).rejects.toThrow(expect.objectContaining({ reason: 'signature' }))
})

/** Signs other claims, or another header, with the same secret. */
function rewrite(token: string, claims: object, header?: object): string {
  const head = header ? base64Url(header) : (token.split('.')[0] ?? '')
  const body = base64Url(claims)
  return `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`
}

function base64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
