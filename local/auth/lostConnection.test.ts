import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../template'

// Sign-ins fail when the database drops their connections. Later sign-ins must succeed.
let stack: TemporaryStack
let user: { email: string; password: string }

beforeAll(async () => {
  stack = await startTemporaryStack()
  const email = `${randomUUID()}@test.example`
  await post('/signup', { email, password: randomUUID() })
  const pin = await asSuperuser(
    (sql) => sql`select private.read_pin(u.id) as pin from auth.users u where u.email = ${email}`,
  )
  user = { email, password: `${String(pin[0]?.pin)}0` }
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
const signIn = () => post('/token?grant_type=password', user)
const severalSignIns = (count: number) => Promise.all(Array.from({ length: count }, signIn))

/** Runs `during` while more sign-ins than connections are waiting for a lock. */
async function interrupted(during: (sql: postgres.Sql) => Promise<unknown>): Promise<number[]> {
  let pending: Promise<number[]> | undefined
  await asSuperuser(async (sql) => {
    const isHeld = sql.begin(async (db) => {
      await db`lock table auth.sessions in exclusive mode`
      pending = severalSignIns(10)
      await waitForSignIns(sql)
      await during(sql)
    })
    // A killed server also ends this transaction.
    await isHeld.catch(() => {})
  })
  return (await pending) ?? []
}

async function waitForSignIns(sql: postgres.Sql): Promise<void> {
  const waiting = () => sql`
    select from pg_stat_activity where application_name = 'auth' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(6)
}

test('replaces connections that were closed during sign-ins', async () => {
  const statuses = await interrupted(
    (sql) => sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('auth', 'auth hashing')`,
  )
  expect(statuses).toContain(500)
  expect(await severalSignIns(12)).toEqual(Array(12).fill(200))
})

test('reconnects each time the database is killed during sign-ins', { timeout: 90_000 }, async () => {
  for (let round = 0; round < 3; round += 1) {
    const statuses = await interrupted(() => stack.killDatabase())
    expect(statuses).toEqual(Array(10).fill(500))
    await stack.restartDatabase()
    expect(await severalSignIns(12)).toEqual(Array(12).fill(200))
  }
})
