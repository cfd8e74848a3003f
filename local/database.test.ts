import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
