import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type SignedUpUser, signUpOverHttp, startTestStack } from '../fixtures/stack'

// A payment marks its transaction once the session's activity has been checked. An idle customer tries to set that mark.
const mark = 'fernbank.active_session'
const server = startTestStack()
let customer: SignedUpUser
let sessionId: string

beforeAll(async () => {
  customer = await signUpOverHttp(server.stack)
  await server.sql`update public.profiles set approved = true where id = ${customer.id}`
  await server.sql`select private.open_account(${customer.id})`
  const [session] = await server.sql<[{ id: string }]>`
    update auth.sessions set created_at = now() - interval '1 hour' where user_id = ${customer.id} returning id`
  sessionId = session.id
})

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.stack.apiUrl}${path}`, {
    method: 'POST',
    headers: {
      apikey: server.stack.keys.publishable,
      'content-type': 'application/json',
      authorization: `Bearer ${customer.token}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const payment = () => ({
  p_request_id: randomUUID(),
  p_payment: { to_name: 'External Payee', to_sort_code: '12-34-56', to_account_number: '12345678', amount: 1 },
})
const balance = async () =>
  (await server.sql<[{ balance: string }]>`select balance from public.accounts where user_id = ${customer.id}`)[0]
    .balance

describe('an idle customer', () => {
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

  test('an idle customer is refused a payment with the mark in the body', async () => {
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

test('internal_api cannot be called directly', async () => {
  const answer = await post('/rest/v1/rpc/make_payment', payment(), { 'content-profile': 'internal_api' })
  expect(answer.status).toBe(406)
})

test('the customer can pay again in an active session', async () => {
  await server.sql`update auth.sessions set created_at = now() where id = ${sessionId}`
  expect((await post('/rest/v1/rpc/make_payment', payment())).status).toBe(200)
  expect(await balance()).toBe('4999.00')
})
