import { beforeEach, describe, expect, test } from 'vitest'
import { deviceToken } from '../fixtures/devices'
import { type SignedUpUser, signUpOverHttp, startTestStack } from '../fixtures/stack'

// The API rolls a call back when its result does not have the requested form. A caller must gain nothing from that.
const { stack, sql } = startTestStack()

type User = SignedUpUser & { sessionId: string }

async function addUser(): Promise<User> {
  const user = await signUpOverHttp(stack)
  await sql`update public.profiles set approved = true where id = ${user.id}`
  const [session] = await sql<[{ id: string }]>`select id from auth.sessions where user_id = ${user.id}`
  return { ...user, sessionId: session.id }
}

async function call(user: User, name: string, body: object, shape: { query?: string; headers?: object } = {}) {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}${shape.query ?? ''}`, {
    method: 'POST',
    headers: {
      apikey: stack.keys.publishable,
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
      ...shape.headers,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const one = { accept: 'application/vnd.pgrst.object+json' }
const shapes = [
  { what: 'one object', shape: { headers: one } },
  { what: 'a rollback', shape: { headers: { prefer: 'tx=rollback' } } },
  { what: 'another type', shape: { query: '?select=pgrst_scalar::text' } },
  { what: 'only some answers', shape: { headers: one, query: '?pgrst_scalar=is.null' } },
  { what: 'only the other answers', shape: { headers: one, query: '?pgrst_scalar=not.is.null' } },
]

describe('a device code', () => {
  let person: User
  let code: string
  const device = deviceToken('unknown device')

  beforeEach(async () => {
    await sql`update private.settings set device_binding = 'all' where only_row`
    person = await addUser()
    // A device is known without a code only directly after sign-up.
    await sql`update auth.users set created_at = created_at - interval '1 hour' where id = ${person.id}`
    const [issued] = await sql<[{ code: string }]>`
      select code from private.issue_device_code(${person.id}, ${person.sessionId})`
    code = issued.code
  })

  const enter = (entered: string, shape?: Parameters<typeof call>[3]) =>
    call(person, 'enter_device_code', { p_device_token: device, p_code: entered }, shape)
  const wrongAttempts = async () =>
    (await sql<{ wrong_tries: number }[]>`select wrong_tries from private.device_codes where user_id = ${person.id}`)[0]
      ?.wrong_tries

  test.each(shapes)('accepts five attempts, also from a caller that asks for $what', async ({ shape }) => {
    const wrong = code === '000000' ? '111111' : '000000'
    for (let nth = 0; nth < 7; nth++) await enter(wrong, shape)
    expect(await wrongAttempts()).toBe(5)
    await enter(code, shape)
    expect((await call(person, 'recognise_device', { p_device_token: device })).text).toContain('"unknown"')
  })

  test.each(['?select=pgrst_scalar::uuid', '?pgrst_scalar=is.true'])(
    'a code is not entered when Postgres refuses %s before the call runs',
    async (query) => {
      expect((await enter(code, { query })).status).toBe(400)
      expect(await wrongAttempts()).toBe(0)
      expect((await call(person, 'recognise_device', { p_device_token: device })).text).toContain('"unknown"')
    },
  )

  test('gets the same answer when correct or wrong, and gives access in the next call', async () => {
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await enter(wrong)).toEqual(await enter(code))
    // A rolled back call does not make the device known.
    await call(person, 'recognise_device', { p_device_token: device }, { query: '?state=eq.off', headers: one })
    expect((await call(person, 'recognise_device', { p_device_token: device })).text).toContain('"known"')
  })
})

describe("a caller's own PIN", () => {
  test.each(shapes)(
    "the caller's PIN is locked after five wrong attempts, also for a caller that asks for $what",
    async ({ shape }) => {
      await sql`update private.settings set device_binding = 'off' where only_row`
      const person = await addUser()
      const [issued] = await sql<[{ pin: string }]>`select private.read_pin(${person.id}) as pin`
      for (let nth = 0; nth < 5; nth++) await call(person, 'enter_my_pin', { p_pin: '00000' }, shape)
      expect((await call(person, 'enter_my_pin', { p_pin: issued.pin })).status).toBe(429)
      expect((await call(person, 'change_my_pin', {})).text).toContain('field:currentPin')
    },
  )
})
