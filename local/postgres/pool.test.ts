import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { startTemporaryDatabase, type TemporaryDatabase } from '../temporaryDatabase'
import { createPool, type Pool } from './pool'

let database: TemporaryDatabase
let pool: Pool

beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.destroy())
beforeEach(() => {
  pool = createPool(database.databaseUrl, 2, { onnotice: () => {} })
})
afterEach(() => pool.close())

const pidOf = (sql: postgres.Sql) =>
  sql.begin(async (db) => Number((await db<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid))

/** A transaction that stays open until `release` is called. */
function holdTransaction() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let setPid = (_pid: number) => {}
  const pid = new Promise<number>((resolve) => {
    setPid = resolve
  })
  const ended = pool.use((sql) =>
    sql.begin(async (db) => {
      setPid(Number((await db<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid))
      await released
      await Promise.all([db`select 1`, db`select 2`])
    }),
  )
  return { pid, release, ended }
}

test('reuses connections and opens no more than its size', async () => {
  const pids = await Promise.all(Array.from({ length: 8 }, () => pool.use(pidOf)))
  expect(new Set(pids).size).toBeLessThanOrEqual(2)
  expect(pids).toContain(await pool.use(pidOf))
})

test('keeps the connection after a failed statement', async () => {
  const before = await pool.use(pidOf)
  await expect(pool.use((sql) => sql.begin((db) => db`select 1 / 0`))).rejects.toMatchObject({ code: '22012' })
  expect(await pool.use(pidOf)).toBe(before)
})

test('discards a connection that the server closed, and rejects its work', async () => {
  const held = holdTransaction()
  const pid = await held.pid
  // The transaction can be rejected before the next query is answered, so the test waits for both at once.
  const [ended] = await Promise.allSettled([held.ended, pool.use((sql) => sql`select pg_terminate_backend(${pid})`)])
  expect(String(ended.status === 'rejected' && ended.reason)).toMatch(/CONNECTION_CLOSED|terminating connection/)
  held.release()
  const pids = await Promise.all(Array.from({ length: 6 }, () => pool.use(pidOf)))
  expect(pids).not.toContain(pid)
})

test('works again after the server died during transactions', async () => {
  for (let round = 0; round < 3; round += 1) {
    const held = [holdTransaction(), holdTransaction()]
    await Promise.all(held.map(({ pid }) => pid))
    const waiting = Array.from({ length: 4 }, () => pool.use(pidOf))
    const ended = Promise.allSettled([...held.map((one) => one.ended), ...waiting])
    for (const { release } of held) release()
    await database.killDatabase()
    await ended
    await database.restartDatabase()
    const pids = await Promise.all(Array.from({ length: 8 }, () => pool.use(pidOf)))
    expect(new Set(pids).size).toBeLessThanOrEqual(2)
  }
})
