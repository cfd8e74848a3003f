import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../template'

// What the database drops in the middle of a sign-in is lost, and costs nobody after it anything.
let stack: TemporaryStack
let person: { email: string; password: string }

beforeAll(async () => {
  stack = await startTemporaryStack()
  const email = `${randomUUID()}@test.example`
  await post('/signup', { email, password: randomUUID() })
  const pin = await asSuperuser(
    (sql) => sql`select private.read_pin(u.id) as pin from auth.users u where u.email = ${email}`,
  )
  person = { email, password: `${String(pin[0]?.pin)}0` }
})
afterAll(() => stack.destroy())

async function asSuperuser<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(stack.adminUrl, { max: 2, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function post(path: string, body: object): Promise<number> {
  return fetch(`${stack.apiUrl}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: stack.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  }).then((answer) => answer.status)
}
const signIn = () => post('/token?grant_type=password', person)
const severalSignIns = (count: number) => Promise.all(Array.from({ length: count }, signIn))

/** Sign-ins that are all in the middle of their work, more than there are connections, while `during` runs. */
async function interrupted(during: (sql: postgres.Sql) => Promise<unknown>): Promise<number[]> {
  let pending: Promise<number[]> | undefined
  await asSuperuser(async (sql) => {
    const isHeld = sql.begin(async (db) => {
      await db`lock table auth.sessions in exclusive mode`
      pending = severalSignIns(10)
      await waitForSignIns(sql)
      await during(sql)
    })
    // A killed server ends this transaction, too.
    await isHeld.catch(() => {})
  })
  return (await pending) ?? []
}

async function waitForSignIns(sql: postgres.Sql): Promise<void> {
  const waiting = () => sql`
    select from pg_stat_activity where application_name = 'auth' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(6)
}

test('connections that are ended in the middle of sign-ins are replaced', async () => {
  const statuses = await interrupted(
    (sql) => sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('auth', 'auth hashing')`,
  )
  expect(statuses).toContain(500)
  expect(await severalSignIns(12)).toEqual(Array(12).fill(200))
})

test('a database that is killed in the middle of sign-ins is found again, each time', { timeout: 90_000 }, async () => {
  for (let round = 0; round < 3; round += 1) {
    const statuses = await interrupted(() => stack.killDatabase())
    expect(statuses).toEqual(Array(10).fill(500))
    await stack.restartDatabase()
    expect(await severalSignIns(12)).toEqual(Array(12).fill(200))
  }
})
