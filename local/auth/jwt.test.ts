import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signJwt, verifyJwt } from './jwt'

const secret = 'a secret that is long enough for a test'
const now = () => Math.floor(Date.now() / 1000)

test('gives back what was signed', () => {
  const claims = { role: 'authenticated', sub: 'somebody', exp: now() + 60, app_metadata: { team: 'ü' } }
  expect(verifyJwt(signJwt(claims, secret), secret)).toEqual(claims)
})

test('a token without a role stands for anon', () => {
  const token = signJwt({ role: 'x', sub: 'somebody' }, secret)
  const withoutRole = rewrite(token, { sub: 'somebody' })
  expect(verifyJwt(withoutRole, secret)).toEqual({ sub: 'somebody', role: 'anon' })
})

test.each([
  ['malformed', 'not-a-token'],
  ['malformed', 'a.b'],
  ['malformed', 'a.b.c.d'],
  ['malformed', 'bm9uc2Vuc2U.bm9uc2Vuc2U.AAAA'],
  ['algorithm', rewrite(signJwt({ role: 'authenticated' }, secret), { role: 'service_role' }, { alg: 'none' })],
  ['signature', signJwt({ role: 'authenticated' }, 'another secret')],
  ['signature', `${signJwt({ role: 'authenticated' }, secret)}AA`],
  ['expired', signJwt({ role: 'authenticated', exp: now() - 1 }, secret)],
  ['not yet valid', signJwt({ role: 'authenticated', nbf: now() + 120 }, secret)],
])('refuses a token that is %s', (reason, token) => {
  expect(() => verifyJwt(token, secret)).toThrow(expect.objectContaining({ reason }))
})

test('refuses a signed token whose claims were exchanged', () => {
  const [head, , signature] = signJwt({ role: 'authenticated' }, secret).split('.')
  const forged = [head, base64Url({ role: 'service_role' }), signature].join('.')
  expect(() => verifyJwt(forged, secret)).toThrow(expect.objectContaining({ reason: 'signature' }))
})

/** The same secret over other claims or another header, as a careless issuer would write it. */
function rewrite(token: string, claims: object, header?: object): string {
  const head = header ? base64Url(header) : (token.split('.')[0] ?? '')
  const body = base64Url(claims)
  return `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`
}

function base64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
