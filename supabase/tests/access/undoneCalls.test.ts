import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTemporaryStack, type TemporaryStack } from '../../../local/template'
import { browser } from '../fixtures/devices'

// The API undoes a call whose answer is not of the shape that was asked for. Nobody gains anything by that.
let stack: TemporaryStack
let sql: postgres.Sql

beforeAll(async () => {
  stack = await startTemporaryStack()
  sql = postgres(stack.databaseUrl, { max: 4, onnotice: () => undefined })
})
afterAll(async () => {
  await sql.end()
  await stack.destroy()
})

type Caller = { id: string; token: string; sessionId: string }
const signedUp = z.object({ access_token: z.string(), user: z.object({ id: z.guid() }) })

async function newPerson(): Promise<Caller> {
  const answer = await fetch(`${stack.apiUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: stack.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${randomUUID()}@test.example`,
      password: randomUUID(),
      data: { full_name: 'Test' },
    }),
  })
  const { access_token: token, user } = signedUp.parse(await answer.json())
  await sql`update public.profiles set approved = true where id = ${user.id}`
  const [session] = await sql<[{ id: string }]>`select id from auth.sessions where user_id = ${user.id}`
  return { id: user.id, token, sessionId: session.id }
}

async function call(who: Caller, name: string, body: object, shape: { query?: string; headers?: object } = {}) {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}${shape.query ?? ''}`, {
    method: 'POST',
    headers: {
      apikey: stack.keys.publishable,
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      ...shape.headers,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const one = { accept: 'application/vnd.pgrst.object+json' }

describe('the code of a device', () => {
  let person: Caller
  let code: string
  const device = browser('of a thief')

  beforeEach(async () => {
    await sql`update private.settings set device_binding = 'all' where only_row`
    person = await newPerson()
    // Not the device of the sign-up any more.
    await sql`update auth.users set created_at = created_at - interval '1 hour' where id = ${person.id}`
    const [issued] = await sql<[{ code: string }]>`
      select code from private.issue_device_code(${person.id}, ${person.sessionId})`
    code = issued.code
  })

  const enter = (entered: string, shape?: Parameters<typeof call>[3]) =>
    call(person, 'enter_device_code', { p_device_token: device, p_code: entered }, shape)
  const wrongTries = async () =>
    (await sql<{ wrong_tries: number }[]>`select wrong_tries from private.device_codes where user_id = ${person.id}`)[0]
      ?.wrong_tries

  test.each([
    { what: 'one object', shape: { headers: one } },
    { what: 'a rollback', shape: { headers: { prefer: 'tx=rollback' } } },
    { what: 'another type', shape: { query: '?select=pgrst_scalar::uuid' } },
    { what: 'only what is right', shape: { headers: one, query: '?pgrst_scalar=is.true' } },
  ])('is tried five times, whoever asks for $what', async ({ shape }) => {
    const wrong = code === '000000' ? '111111' : '000000'
    for (let nth = 0; nth < 7; nth++) await enter(wrong, shape)
    expect(await wrongTries()).toBe(5)
    await enter(code, shape)
    expect((await call(person, 'recognise_device', { p_device_token: device })).text).toContain('"unknown"')
  })

  test('is answered alike, right or wrong, and opens the bank in the next call', async () => {
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await enter(wrong)).toEqual(await enter(code))
    // What a call found out and then undid is not worth more than what it says.
    await call(person, 'recognise_device', { p_device_token: device }, { query: '?state=eq.off', headers: one })
    expect((await call(person, 'recognise_device', { p_device_token: device })).text).toContain('"known"')
  })
})

describe('a PIN is shown to nobody whose look was undone', () => {
  let admin: Caller
  let customer: Caller
  let pin: string

  beforeEach(async () => {
    await sql`update private.settings set device_binding = 'off' where only_row`
    admin = await newPerson()
    customer = await newPerson()
    await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`
    await sql`insert into public.admin_permissions (admin_id, permission) values (${admin.id}, 'approve_users')`
    const [row] = await sql<[{ pin: string }]>`select private.read_pin(${customer.id}) as pin`
    pin = row.pin
  })

  const looks = async () =>
    (await sql`select from private.audit_log where actor_id = ${admin.id} and action = 'list_users'`).length
  const listed = (shape?: Parameters<typeof call>[3]) => call(admin, 'list_users', { p_approved: true }, shape)
  const readPins = (shape?: Parameters<typeof call>[3]) =>
    call(admin, 'read_pins', { p_user_ids: [customer.id] }, shape)

  test.each([
    { what: 'a cast that fails', shape: { query: '?select=full_name::uuid' } },
    { what: 'one object', shape: { headers: one, query: '?id=is.null' } },
    { what: 'fewer rows', shape: { headers: { prefer: 'handling=strict, max-affected=0' } } },
  ])('by $what', async ({ shape }) => {
    const undone = await listed(shape)
    expect(undone.status).toBeGreaterThanOrEqual(400)
    expect(undone.text).not.toContain(pin)
    expect(await looks()).toBe(0)
    for (const again of [undefined, { query: '?select=pin::uuid' }, { query: '?pin=gt.0' }])
      expect((await readPins(again)).text).toBe('[]')
  })

  test('and to whoever the audit names', async () => {
    await listed()
    expect(await looks()).toBe(1)
    expect((await readPins()).text).toContain(pin)
  })
})
