import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, removeData } from './database'
import { freePort } from './postgres/ports'

let root: string
let dataDir: string
const original = 'create table public.first (id int); -- the first\ncreate table public.second (id int);'
const migration = (name: string) => path.join(root, 'supabase', 'migrations', name)

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fernbank-project-'))
  dataDir = path.join(root, 'data')
  mkdirSync(migration(''), { recursive: true })
  writeFileSync(migration('1_tables.sql'), original)
})
afterEach(() => {
  removeData(dataDir)
  rmSync(root, { recursive: true, force: true })
})

/** Returns the progress messages of a start. */
async function start(): Promise<string[]> {
  const steps: string[] = []
  const onProgress = (step: string) => steps.push(step)
  const port = await freePort()
  const database = await openDatabase({ root, dataDir, port, isDurable: false, seed: false, onProgress })
  await database.stop()
  return steps
}

test('starts on data that lacks only later migrations', async () => {
  await start()
  writeFileSync(migration('2_more.sql'), 'create table public.third (id int);')
  expect((await start()).at(-1)).toBe('applied 2_more.sql')
})

test('refuses data of a changed or removed migration and says how to keep or remove it', async () => {
  await start()
  writeFileSync(
    migration('1_tables.sql'),
    'create table public.first (id bigint); create table public.second (id int);',
  )
  await expect(start()).rejects.toThrow(
    /made with other migrations[^]*1_tables differs[^]*stack:reset[^]*STACK_DATA_DIR[^]*stack:export/,
  )
  renameSync(migration('1_tables.sql'), migration('3_people.sql'))
  await expect(start()).rejects.toThrow('1_tables differs')

  renameSync(migration('3_people.sql'), migration('1_tables.sql'))
  writeFileSync(migration('1_tables.sql'), original)
  expect((await start()).at(-1)).toBe('checking migrations')
})

test('Git ignores the data, and the log has no value of a refused call', async () => {
  const port = await freePort()
  const database = await openDatabase({ root, dataDir, port, isDurable: false, seed: false })
  const sql = postgres(database.url('postgres'), { max: 1 })
  const refused = (query: Promise<unknown>) => expect(query).rejects.toBeInstanceOf(Error)
  await refused(sql.unsafe("do $$ begin raise exception 'refused'; end $$; select '24680'").simple())
  await refused(sql.unsafe("do $$ begin execute 'select x from public.first where id = 24680'; end $$"))
  await refused(sql`insert into public.first values (24680), (${'24680'}::int / 0)`)
  await sql.end()
  await database.stop()
  expect(readFileSync(path.join(dataDir, '.gitignore'), 'utf8')).toBe('*\n')
  const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('ERROR')
  expect(log).not.toContain('24680')
})
