import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { version } from '../package.json'
import { exportDatabase, importDatabase } from './backup'
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

/** Returns the tables, and what the start said. */
async function start(): Promise<{ said: string[]; tables: string }> {
  const said: string[] = []
  const port = await freePort()
  const log = (line: string) => said.push(line)
  const database = await openDatabase({ root, dataDir, port, isDurable: false, seed: false, log })
  const sql = postgres(database.url('postgres'), { max: 1, onnotice: () => {} })
  const [row] = await sql<{ tables: string }[]>`
    select string_agg(tablename, ' ' order by tablename) as tables from pg_tables where schemaname = 'public'`
  await sql.end()
  await database.stop()
  return { said, tables: row?.tables ?? '' }
}

test('upgrades data that lacks later migrations, and says so once', async () => {
  expect(await start()).toEqual({ said: [], tables: 'first second' })
  writeFileSync(migration('2_more.sql'), 'create table public.third (id int);')
  writeFileSync(migration('3_last.sql'), 'alter table public.third rename to fourth;')
  expect(await start()).toEqual({
    said: [`Upgraded the local data to ${version}: 2 migrations`],
    tables: 'first fourth second',
  })
  expect((await start()).said).toEqual([])
})

test('upgrades an imported export of an earlier version', async () => {
  await start()
  const file = path.join(root, 'backup.tgz')
  await exportDatabase(dataDir, file)
  removeData(dataDir)
  await importDatabase(file, dataDir)
  writeFileSync(migration('2_more.sql'), 'create table public.third (id int);')
  expect(await start()).toEqual({
    said: [`Upgraded the local data to ${version}: 1 migration`],
    tables: 'first second third',
  })
})

test('leaves the data as it was when a migration fails in the middle, and names the statement', async () => {
  await start()
  writeFileSync(migration('2_more.sql'), 'create table public.third (id int);')
  writeFileSync(
    migration('3_last.sql'),
    'create table public.fourth (id int); alter table public.fifth add column a int;',
  )
  await expect(start()).rejects.toThrow(
    /could not be upgraded to \S+, and is as it was\. 3_last\.sql, statement 2: relation "public.fifth" does not exist/,
  )
  rmSync(migration('2_more.sql'))
  rmSync(migration('3_last.sql'))
  expect(await start()).toEqual({ said: [], tables: 'first second' })
})

test('refuses data of a newer version', async () => {
  writeFileSync(migration('2_more.sql'), 'create table public.third (id int);')
  await start()
  rmSync(migration('2_more.sql'))
  await expect(start()).rejects.toThrow(
    /newer than this checkout, which lacks 2_more\.[^]*Nothing was changed[^]*stack:reset[^]*check out the version/,
  )
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
  expect(await start()).toEqual({ said: [], tables: 'first second' })
})

test('Git ignores the data', async () => {
  await start()
  expect(readFileSync(path.join(dataDir, '.gitignore'), 'utf8')).toBe('*\n')
})

test('the log has no PIN of a call that was refused or that was running when its process crashed', async () => {
  const port = await freePort()
  const database = await openDatabase({ root, dataDir, port, isDurable: false, seed: false })
  const sql = postgres(database.url('postgres'), { max: 1, onnotice: () => {} })
  const refused = (query: Promise<unknown>) => expect(query).rejects.toBeInstanceOf(Error)
  await refused(sql.unsafe("do $$ begin raise exception 'refused'; end $$; select '24680'").simple())
  await refused(sql.unsafe("do $$ begin execute 'select x from public.first where id = 24680'; end $$"))
  await refused(sql`insert into public.first values (24680), (${'24680'}::int / 0)`)
  await refused(sql.unsafe("select '24680x'::int"))
  await refused(sql.unsafe('select $1::text::uuid', ['24680']))
  await refused(sql.unsafe('select "24680"'))
  await refused(sql.unsafe('select select 24680'))
  await refused(sql.unsafe("do $$ begin raise warning 'a warning'; raise exception 'no % here', 24680; end $$"))
  await sql`create temporary table pins (pin text unique check (length(pin) < 6))`
  await refused(sql`insert into pins values ('246800')`)
  await refused(sql`insert into pins values ('24680'), ('24680')`)
  const [server] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const crashed = sql.unsafe("select pg_sleep(60), '24680'").catch(() => 'crashed')
  await pause(200)
  process.kill(server?.pid ?? 0, 'SIGKILL')
  expect(await crashed).toBe('crashed')
  await sql.end({ timeout: 0 })
  const readLog = () => readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')
  // Postgres restarts its processes after a crash.
  await vi.waitFor(() => expect(readLog().match(/ready to accept connections/g)).toHaveLength(2), 20_000)
  await database.stop()
  const log = readLog()
  expect(log).toContain('was terminated by signal 9')
  expect(log).toMatch(/ 22P02 ERROR:$/m)
  expect(log).toContain('WARNING:  a warning')
  expect(log).not.toContain('24680')
})
