import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { seed } from './seed'

let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let sql: postgres.Sql
const folder = mkdtempSync(path.join(tmpdir(), 'fernbank-seed-'))
const file = path.join(folder, 'seed.sql')

beforeAll(async () => {
  database = await startTemporaryDatabase()
  sql = postgres(database.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`create table public.seeded (name text primary key)`
})
afterAll(async () => {
  await sql.end()
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

test('runs the seed once, and rolls it back when a statement fails', async () => {
  const names = () => sql`select name from public.seeded`
  let starts = 0
  const run = () => seed(sql, file, () => (starts += 1))
  await expect(run()).resolves.toBeUndefined()

  writeFileSync(file, "insert into public.seeded values ('Ada'); insert into public.seeded values ('Ada');")
  await expect(run()).rejects.toThrow(/^seed\.sql, statement 2: .*SQLSTATE 23505/)
  expect(await names()).toEqual([])

  writeFileSync(file, "insert into public.seeded values ('Ada');")
  await run()
  await run()
  writeFileSync(file, "insert into public.seeded values ('Grace');")
  await run()
  expect(await names()).toEqual([{ name: 'Ada' }])
  expect(starts).toBe(2)
})
