import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTemporaryStack, type TemporaryStack } from '../../../local/template'

// A payment marks its transaction once the session's activity has been checked. An idle customer tries to set that mark.
const mark = 'fernbank.active_session'
let stack: TemporaryStack
let sql: postgres.Sql
let token: string
let userId: string
let sessionId: string

const signedUp = z.object({ access_token: z.string(), user: z.object({ id: z.guid() }) })

beforeAll(async () => {
  stack = await startTemporaryStack()
  sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
  const answer = await post('/auth/v1/signup', {
    email: 'idle@test.example',
    password: randomUUID(),
    data: { full_name: 'Idle Customer' },
  })
  ;({
    access_token: token,
    user: { id: userId },
  } = signedUp.parse(JSON.parse(answer.text)))
  await sql`update public.profiles set approved = true where id = ${userId}`
  await sql`select private.open_account(${userId})`
  const [session] = await sql<[{ id: string }]>`
    update auth.sessions set created_at = now() - interval '1 hour' where user_id = ${userId} returning id`
  sessionId = session.id
})
afterAll(async () => {
  await sql.end()
  await stack.destroy()
})

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${stack.apiUrl}${path}`, {
    method: 'POST',
    headers: {
      apikey: stack.keys.publishable,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const payment = () => ({
  p_request_id: randomUUID(),
  p_to_name: 'Somebody Else',
  p_to_sort_code: '12-34-56',
  p_to_account_number: '12345678',
  p_amount: 1,
})
const balance = async () =>
  (await sql<[{ balance: string }]>`select balance from public.accounts where user_id = ${userId}`)[0].balance

describe('an idle customer is refused a payment', () => {
  test.each([
    { what: 'without a mark', query: '', headers: {} },
    {
      what: 'with the mark as a header',
      query: '',
      headers: { [mark]: 'SESSION', 'x-fernbank-active-session': 'SESSION' },
    },
    { what: 'with the mark as a preference', query: '', headers: { prefer: `params=single-object, ${mark}=SESSION` } },
    { what: 'with the mark as a cookie', query: '', headers: { cookie: `${mark}=SESSION` } },
    { what: 'with the mark as a filter', query: `?${mark}=eq.SESSION`, headers: {} },
    { what: 'with a call of set_config in select', query: `?select=set_config('${mark}','SESSION',true)`, headers: {} },
  ])('$what', async ({ query, headers }) => {
    const marked = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('SESSION', sessionId)]),
    )
    const answer = await post(`/rest/v1/rpc/make_payment${query.replace('SESSION', sessionId)}`, payment(), marked)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await balance()).toBe('5000.00')
  })

  test('in a body that holds the mark too', async () => {
    const answer = await post('/rest/v1/rpc/make_payment', { ...payment(), [mark]: sessionId })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await balance()).toBe('5000.00')
  })
})

test.each(['public', 'internal_api', 'private', 'pg_catalog'])(
  'set_config cannot be called: schema %s',
  async (schema) => {
    const body = { setting_name: mark, new_value: sessionId, is_local: false }
    const answer = await post('/rest/v1/rpc/set_config', body, { 'content-profile': schema })
    expect([404, 406]).toContain(answer.status)
  },
)

test('internal_api cannot be called past the public function', async () => {
  const answer = await post('/rest/v1/rpc/make_payment', payment(), { 'content-profile': 'internal_api' })
  expect(answer.status).toBe(406)
})

test('the same customer pays after signing in again, so the refusals are about the session', async () => {
  await sql`update auth.sessions set created_at = now() where id = ${sessionId}`
  expect((await post('/rest/v1/rpc/make_payment', payment())).status).toBe(200)
  expect(await balance()).toBe('4999.00')
})
