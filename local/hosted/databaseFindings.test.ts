import postgres, { type ISql, type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../settings'
import { startTemporaryDatabase, type TemporaryDatabase } from '../temporaryDatabase'
import { databaseFindings } from './databaseFindings'

const member = '00000000-0000-4000-8000-000000000001'

let database: TemporaryDatabase
let sql: Sql

/** A database after the steps of the README. */
beforeAll(async () => {
  database = await startTemporaryDatabase()
  sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  await sql`insert into auth.users (id, email) values (${member}, 'super@bank.test')`
  await sql`insert into public.user_roles (user_id, role) values (${member}, 'super_admin')`
  await sql`
    update private.settings
    set client_address_header = 'cf-connecting-ip', password_hash_cost = 10, device_binding = 'all' where only_row`
})

afterAll(async () => {
  await sql.end()
  await database.destroy()
})

function findings(reader: ISql, callsPasswordHook = true): Promise<string[]> {
  return databaseFindings(reader, { root: projectRoot, callsPasswordHook })
}

test('finds nothing after the steps of the README, and needs no more rights than postgres has', async () => {
  const reader = postgres(database.databaseUrl, { max: 1, onnotice: () => {} })
  expect(await findings(reader)).toEqual([])
  await reader.end()
})

test.each([
  ["delete from supabase_migrations.schema_migrations where name = 'repair'", ['_repair.sql is missing']],
  [
    "insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'other')",
    ['20991231000000 is applied and is not in'],
  ],
  ['drop extension pg_trgm cascade', ['extension pg_trgm']],
  ['drop schema vault cascade', ['extension supabase_vault']],
  ['alter extension pgcrypto set schema public', ['extension pgcrypto']],
  ['alter publication supabase_realtime drop table public.transactions', ['does not contain transactions']],
  ['alter publication supabase_realtime add table public.profiles', ['contains profiles']],
  ['alter role authenticated reset statement_timeout', ['timeout of authenticated is not set']],
  ["alter role anon set statement_timeout = '1min'", ['timeout of anon is 1min']],
  ['revoke usage on schema private from supabase_auth_admin', ['cannot call private.hook_password']],
  ['drop function private.hook_password_verification_attempt', ['cannot call private.hook_password']],
  [
    "update private.settings set client_address_header = 'x-forwarded-for'",
    ['client_address_header is x-forwarded-for'],
  ],
  ['update private.settings set password_hash_cost = 4', ['password_hash_cost is 4']],
  ["update private.settings set device_binding = 'off'", ['device_binding is off']],
  ['update private.settings set idle_money_minutes = null', ['idle_money_minutes is not set']],
  [
    "delete from cron.job where jobname = 'process-due-scheduled-payments'",
    ['cron job process-due-scheduled-payments is missing'],
  ],
  ['update cron.job set active = false', ['does not run every minute']],
  [
    "insert into cron.job_run_details (jobid, status, return_message) select jobid, 'failed', 'no such table' from cron.job",
    ['failed: no such table'],
  ],
  [
    "insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000002', 'customer@fernbank.example')",
    ['demo user customer@fernbank.example'],
  ],
  ['delete from auth.mfa_factors', ['1 of the users have no second factor']],
  ["delete from public.user_roles where role = 'super_admin'", ['no super administrator']],
])('names what is broken by: %s', async (statement, named) => {
  const found: string[] = []
  const undone = sql.begin(async (transaction) => {
    await transaction.unsafe(statement)
    found.push(...(await findings(transaction)))
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(found).toEqual(named.map((text) => expect.stringContaining(text)))
})

test('asks for a known device of every customer where the platform does not call the password hook', async () => {
  await sql`update private.settings set device_binding = 'staff' where only_row`
  expect(await findings(sql, true)).toEqual([])
  expect(await findings(sql, false)).toEqual([expect.stringContaining("set device_binding = 'all'")])
})
