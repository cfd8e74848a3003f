import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { applyMigrations, migrationFiles } from './applyMigrations'

let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let admin: postgres.Sql
let folder: string
let version = 30000101000000

beforeAll(async () => {
  // A project without migrations: this project's migrations enable pg_cron.
  database = await startTemporaryDatabase({ root: import.meta.dirname })
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await admin.end()
  await database.destroy()
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fernbank-migrations-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

function write(text: string): string {
  version += 1
  writeFileSync(path.join(folder, `${version}_try.sql`), text)
  return String(version)
}

describe('a migration', () => {
  test('runs once, as postgres, and is recorded as the Supabase CLI does', async () => {
    const recorded = write('create table public.tried (id int); insert into public.tried values (1);')
    const names: string[] = []
    expect(await applyMigrations(admin, migrationFiles(folder), (name) => names.push(name))).toBe(1)
    expect(await applyMigrations(admin, migrationFiles(folder))).toBe(0)
    expect(names).toEqual([`${recorded}_try.sql`])
    expect(await admin`select tableowner from pg_tables where tablename = 'tried'`).toEqual([
      { tableowner: 'postgres' },
    ])
    expect(
      await admin`select name, statements from supabase_migrations.schema_migrations where version = ${recorded}`,
    ).toEqual([
      { name: 'try', statements: ['create table public.tried (id int)', 'insert into public.tried values (1)'] },
    ])
  })

  test('a migration is rolled back when a statement fails, and the error names the statement', async () => {
    const failed = write(`create table public.half (id int primary key);
      insert into public.half values (1);
      insert into public.half values (1);`)
    await expect(applyMigrations(admin, migrationFiles(folder))).rejects.toThrow(
      new RegExp(
        `^${failed}_try\\.sql, statement 3: duplicate key .*\\(SQLSTATE 23505\\)\\n  detail: Key \\(id\\)=\\(1\\) already exists`,
      ),
    )
    expect(await admin`select to_regclass('public.half') as half`).toEqual([{ half: null }])
    expect(await admin`select from supabase_migrations.schema_migrations where version = ${failed}`).toHaveLength(0)
  })
})

describe('as on the platform, a migration may not', () => {
  test.each([
    ['create in auth', 'create table auth.own (id int)', '42501'],
    ['create in realtime', 'create table realtime.own (id int)', '42501'],
    ['change a table of auth', 'alter table auth.users add column own int', '42501'],
    ['change server settings', "alter system set work_mem = '1GB'", '25001'],
    ['run programs', "copy (select 1) to program 'true'", '42501'],
    ['become the superuser', 'set role supabase_admin', '42501'],
    [
      'become the superuser in a block',
      "do $$ begin perform set_config('role', 'supabase_admin', true); end $$",
      '42501',
    ],
    ['create a superuser', 'create role own superuser', '42501'],
    ['write functions in C', "create function public.own() returns int language c as 'x'", '42501'],
    ['create untrusted extensions', 'create extension adminpack', '0A000|42501'],
    ['schedule jobs before it creates pg_cron', "select cron.schedule('own', '* * * * *', 'select 1')", '42501'],
  ])('%s', async (_what, statement, code) => {
    write(statement)
    await expect(applyMigrations(admin, migrationFiles(folder))).rejects.toThrow(new RegExp(`SQLSTATE (${code})`))
  })

  test.each([
    ['end its transaction', 'commit; create table auth.own (id int)'],
    ['change its session authorization', 'reset session authorization; create table auth.own (id int)'],
  ])('%s', async (_what, script) => {
    write(script)
    await expect(applyMigrations(admin, migrationFiles(folder))).rejects.toThrow(/statement 1: /)
    expect(await admin`select to_regclass('auth.own') as own`).toEqual([{ own: null }])
  })

  test('use the rights of a delegated statement in the next statement', async () => {
    write(`create policy "Own" on realtime.messages for select to authenticated using (false);
      create table realtime.own (id int);`)
    await expect(applyMigrations(admin, migrationFiles(folder))).rejects.toThrow(
      /statement 2: permission denied for schema realtime/,
    )
  })
})

describe('as on the platform, a migration may', () => {
  test.each([
    [
      'put a trigger on auth.users',
      `create function public.on_user() returns trigger language plpgsql security definer set search_path = '' as $$
         begin return new; end $$;
       create trigger own after insert on auth.users for each row execute function public.on_user();
       drop trigger own on auth.users;`,
    ],
    [
      'write policies on realtime.messages',
      `create policy "Own" on realtime.messages for select to authenticated using (realtime.topic() = 'own');
       drop policy "Own" on realtime.messages;`,
    ],
    ['change users', `update auth.users set updated_at = now() where false; delete from auth.users where false;`],
    [
      'publish a table',
      `create table public.own_live (id int); alter publication supabase_realtime add table public.own_live;`,
    ],
    ['create trusted extensions', `create extension citext with schema extensions;`],
    ['store secrets', `select vault.create_secret('s3cret', 'own', 'why'); select * from vault.decrypted_secrets;`],
    [
      'schedule jobs',
      `create extension if not exists pg_cron;
       select cron.schedule('own', '*/5 * * * *', $$select 1$$);
       select cron.unschedule('own');`,
    ],
  ])('%s', async (_what, script) => {
    write(script)
    expect(await applyMigrations(admin, migrationFiles(folder))).toBe(1)
  })
})
