import postgres, { type ISql, type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keys, projectRoot } from '../settings'
import { startTemporaryDatabase, type TemporaryDatabase } from '../temporaryDatabase'
import { readCatalogue, type Catalogue } from './catalogue'
import { databaseFindings } from './databaseFindings'

const member = '00000000-0000-4000-8000-000000000001'

let database: TemporaryDatabase
let sql: Sql
let wanted: Catalogue

/** A database after the steps of docs/deploy.md. */
beforeAll(async () => {
  database = await startTemporaryDatabase()
  sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  wanted = await readCatalogue(sql)
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

function findings(reader: ISql): Promise<string[]> {
  return databaseFindings(reader, { root: projectRoot, wanted })
}

test('finds nothing after the steps of docs/deploy.md, and needs no more rights than postgres has', async () => {
  const reader = postgres(database.databaseUrl, { max: 1, onnotice: () => {} })
  expect(await findings(reader)).toEqual([])
  await reader.end()
})

test.each([
  ["delete from supabase_migrations.schema_migrations where name = 'schemas'", ['_schemas.sql is missing']],
  [
    "insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'other')",
    ['20991231000000 is applied and is not in'],
  ],
  ['drop extension pg_trgm cascade', ['extension pg_trgm']],
  ['drop schema vault cascade', ['extension supabase_vault']],
  ['alter extension pgcrypto set schema public', ['extension pgcrypto']],
  ['alter publication supabase_realtime drop table public.transactions', ['Missing: the published table transactions']],
  [
    'alter publication supabase_realtime add table public.profiles',
    ['Not from a migration: the published table profiles'],
  ],
  ['alter role authenticated reset statement_timeout', ['timeout of authenticated is not set']],
  ["alter role anon set statement_timeout = '1min'", ['timeout of anon is 1min']],
  ['alter role authenticator reset pgrst.db_pre_request', ['requests of a user at once are not limited']],
  [
    'revoke usage on schema private from supabase_auth_admin',
    ['Missing: the grant usage on schema private to supabase_auth_admin.'],
  ],
  [
    'drop function private.hook_password_verification_attempt',
    ['Missing: the function private.hook_password', 'Missing: the grant execute on function private.hook_password'],
  ],
  [
    "update private.settings set client_address_header = 'x-forwarded-for'",
    ['client_address_header is x-forwarded-for'],
  ],
  ['update private.settings set password_hash_cost = 4', ['password_hash_cost is 4']],
  ["update private.settings set device_binding = 'off'", ['device_binding is off']],
  [
    "update private.settings set device_binding = 'staff'",
    ["device_binding is staff, so a person who sees the five digits of a customer's PIN has the account"],
  ],
  ['update private.settings set idle_money_minutes = null', ['idle_money_minutes is not set']],
  ["delete from cron.job where jobname = 'verify-audit-chain'", ['Missing: the cron job verify-audit-chain.']],
  [
    "update cron.job set active = false where jobname = 'send-held-payments'",
    ['Not as the migrations make it: the cron job send-held-payments.'],
  ],
  ["update cron.job set schedule = '0 * * * *' where jobname = 'process-due-scheduled-payments'", ['process-due']],
  ["select cron.schedule('other', '* * * * *', 'select 1')", ['Not from a migration: the cron job other.']],
  [
    "select cron.schedule('mails', '* * * * *', $$select net.http_post('https://x.supabase.co/functions/v1/send-due-mails')$$)",
    [],
  ],
  [
    `insert into cron.job_run_details (jobid, status, return_message)
     select jobid, 'failed', 'no such table' from cron.job where jobname = 'send-held-payments'`,
    ['The last run of the cron job send-held-payments failed: no such table'],
  ],
  [
    'alter table private.audit_log disable trigger chain_audit_row',
    ['Not as the migrations make it: the trigger chain_audit_row on private.audit_log.'],
  ],
  [
    'drop trigger audit_log_is_never_rewritten on private.audit_log',
    ['Missing: the trigger audit_log_is_never_rewritten on private.audit_log.'],
  ],
  [
    'alter table public.accounts disable row level security',
    ['Not as the migrations make it: the row security of public.accounts: off, not on.'],
  ],
  ['create table public.notes (id int)', ['Not from a migration: the row security of public.notes.']],
  [
    'create policy "All" on public.accounts for select to authenticated using (true)',
    ['Not from a migration: the policy "All" on public.accounts.'],
  ],
  [
    'alter policy "No API role can access this table" on private.audit_verifications using (true)',
    ['Not as the migrations make it: the policy "No API role'],
  ],
  [
    'grant update (balance) on public.accounts to authenticated',
    ['Not from a migration: the grant update on public.accounts (balance) to authenticated.'],
  ],
  ['grant select on public.accounts to anon', ['Not from a migration: the grant select on public.accounts to anon.']],
  [
    'revoke select on public.transactions from authenticated',
    ['Missing: the grant select on public.transactions to authenticated.'],
  ],
  [
    'grant execute on function public.verify_audit to public',
    ['Not from a migration: the grant execute on function public.verify_audit(bigint) to public.'],
  ],
  [
    "create or replace function private.is_easy_pin(p_pin text) returns boolean language sql immutable parallel safe set search_path = '' return false",
    ['Not as the migrations make it: the function private.is_easy_pin(text).'],
  ],
  ["delete from vault.secrets where name = 'pin_storage_key'", ['Missing: the vault key pin_storage_key.']],
  [
    "insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000002', 'customer@fernbank.example')",
    ['demo user customer@fernbank.example'],
  ],
  [
    `select private.add_bank('b', 'B', 'https://b.example', jsonb_build_object('kty', 'OKP', 'crv', 'Ed25519', 'x', repeat('A', 43)), '{30}')`,
    ['no cron job calls send-interbank'],
  ],
  [
    `select private.add_bank('b', 'B', 'http://b.example', jsonb_build_object('kty', 'OKP', 'crv', 'Ed25519', 'x', '${keys.otherBanks.x}'), '{}')`,
    ['no cron job calls send-interbank', 'No sort code leads to B', 'to B are not encrypted', 'The key of B is one of'],
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
