import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signJwt } from '../auth/jwt'
import { openTarget, type Target } from './target'

let target: Target
let database: postgres.Sql

beforeAll(async () => {
  target = await openTarget()
  database = postgres(target.databaseUrl, { max: 1, onnotice: () => {} })
  await database.unsafe(`
    drop function if exists public.contract_request();
    create function public.contract_request() returns json language sql stable set search_path = '' as $$
      select json_build_object(
        'role', current_user,
        'forwarded', current_setting('request.headers', true)::json ->> 'x-forwarded-for')
    $$;
    grant execute on function public.contract_request() to anon, authenticated, service_role;
    notify pgrst, 'reload schema';`)
  await vi.waitUntil(async () => (await ask()).ok, { timeout: 15_000 })
})

afterAll(async () => {
  await database`drop function if exists public.contract_request()`
  await database.end()
  await target.close()
})

/** Returns the role and the address that the database sees. */
function ask(headers: Record<string, string> = { apikey: target.publishableKey }): Promise<Response> {
  return fetch(`${target.apiUrl}/rest/v1/rpc/contract_request`, { headers })
}

async function roleOf(headers: Record<string, string>): Promise<string> {
  const answer: unknown = await (await ask(headers)).json()
  return typeof answer === 'object' && answer && 'role' in answer
    ? String(answer.role)
    : `refused: ${JSON.stringify(answer)}`
}

function userToken(): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = { role: 'authenticated', aud: 'authenticated', sub: crypto.randomUUID(), iat: now, exp: now + 60 }
  return signJwt(claims, target.jwtSecret)
}

describe('keys', () => {
  test('refuses a request without a key', async () => {
    const answer = await ask({})
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'No API key found in request' })
  })

  test('refuses an unknown key', async () => {
    expect((await ask({ apikey: 'sb_publishable_of_another_project' })).status).toBe(401)
  })

  test('runs the request with the role of the key', async () => {
    expect(await roleOf({ apikey: target.publishableKey })).toBe('anon')
    expect(await roleOf({ apikey: target.secretKey })).toBe('service_role')
  })

  test('ignores a key repeated as bearer token', async () => {
    const { publishableKey, secretKey } = target
    expect(await roleOf({ apikey: publishableKey, authorization: `Bearer ${publishableKey}` })).toBe('anon')
    expect(await roleOf({ apikey: secretKey, authorization: `Bearer ${secretKey}` })).toBe('service_role')
  })

  test('prefers the token of a user to the key', async () => {
    expect(await roleOf({ apikey: target.publishableKey, authorization: `Bearer ${await userToken()}` })).toBe(
      'authenticated',
    )
    expect(await roleOf({ apikey: target.secretKey, authorization: `Bearer ${await userToken()}` })).toBe(
      'authenticated',
    )
  })

  test('refuses a forged token with a valid key', async () => {
    const forged = await signJwt({ role: 'service_role' }, 'another secret that is long enough, 32 letters')
    expect((await ask({ apikey: target.publishableKey, authorization: `Bearer ${forged}` })).status).toBe(401)
  })

  test('accepts the key as a query parameter', async () => {
    const answer = await fetch(`${target.apiUrl}/rest/v1/rpc/contract_request?apikey=${target.publishableKey}`)
    expect(answer.status).toBe(200)
  })
})

describe('browsers', () => {
  test.each(['/rest/v1/accounts', '/auth/v1/token'])('browsers may call %s from any origin', async (path) => {
    const preflight = await fetch(target.apiUrl + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-type,x-client-info',
      },
    })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-origin')).toMatch(/^(\*|http:\/\/localhost:5173)$/)
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of ['apikey', 'authorization', 'content-type', 'x-client-info']) expect(allowed).toContain(name)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  })

  test('browsers may read answers and the count header', async () => {
    const answer = await ask({ apikey: target.publishableKey, origin: 'http://localhost:5173' })
    expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|http:\/\/localhost:5173)$/)
    expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('content-range')
  })

  test('browsers may read refusals', async () => {
    const answer = await ask({ origin: 'http://localhost:5173' })
    expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|http:\/\/localhost:5173)$/)
  })
})

test('appends the socket address to the forwarded addresses that the client sends', async () => {
  const answer: unknown = await (await ask({ apikey: target.publishableKey, 'x-forwarded-for': '203.0.113.7' })).json()
  const forwarded = typeof answer === 'object' && answer && 'forwarded' in answer ? String(answer.forwarded) : ''
  expect(forwarded).not.toBe('')
  expect(forwarded.split(',').at(-1)?.trim()).not.toBe('203.0.113.7')
})

test('answers an unknown path with 404', async () => {
  const answer = await fetch(`${target.apiUrl}/nowhere/v1/`, { headers: { apikey: target.publishableKey } })
  expect(answer.status).toBe(404)
})
