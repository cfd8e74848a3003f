import postgres, { type ISql, type Sql } from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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
  await sql`select cron.schedule('mails', '10 seconds', $$select net.http_post('https://x.supabase.co/functions/v1/send-due-mails')$$)`
  // Each job has run.
  await sql`insert into cron.job_run_details (jobid, status, start_time) select jobid, 'succeeded', now() from cron.job`
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

/** Each row: a fault, and its findings. */
const together: [statement: string, findings: string[]][] = [
  [
    'alter publication supabase_realtime drop table public.transactions',
    ['Missing: the published table public.transactions'],
  ],
  [
    'alter publication supabase_realtime add table public.profiles',
    ['Not from a migration: the published table public.profiles'],
  ],
  [
    'alter role authenticated reset statement_timeout',
    ['Missing: the setting statement_timeout of the role authenticated.'],
  ],
  [
    "alter role anon set statement_timeout = '1min'",
    ['setting statement_timeout of the role anon: value 1min, not 3s.'],
  ],
  [
    'alter role authenticator reset pgrst.db_pre_request',
    ['Missing: the setting pgrst.db_pre_request of the role authenticator.'],
  ],
  [
    'revoke usage on schema private from supabase_auth_admin',
    ['Missing: the grant usage on schema private to supabase_auth_admin.'],
  ],
  [
    'drop function private.hook_password_verification_attempt',
    ['Missing: the function private.hook_password_verification_attempt(jsonb).'],
  ],
  ["delete from cron.job where jobname = 'verify-audit-chain'", ['Missing: the cron job verify-audit-chain.']],
  [
    "update cron.job set schedule = '0 * * * *' where jobname = 'process-due-scheduled-payments'",
    ['the cron job process-due-scheduled-payments: schedule 0 * * * *, not * * * * *.'],
  ],
  [
    "select cron.schedule('other', '* * * * *', 'select 1')",
    ['Not from a migration: the cron job other of supabase_admin.'],
  ],
  [
    'alter table private.audit_log disable trigger chain_audit_row',
    ['the trigger chain_audit_row on private.audit_log: enabled D, not A.'],
  ],
  [
    'drop trigger audit_log_is_never_rewritten on private.audit_log',
    ['Missing: the trigger audit_log_is_never_rewritten on private.audit_log.'],
  ],
  ['alter table public.accounts disable row level security', ['the table public.accounts: row security off, not on.']],
  ['create table public.notes (id int)', ['Not from a migration: the table public.notes.']],
  [
    'create policy "All" on public.accounts for select to authenticated using (true)',
    ['Not from a migration: the policy "All" on public.accounts.'],
  ],
  [
    'alter policy "No API role can access this table" on private.audit_verifications using (true)',
    ['the policy "No API role can access this table" on private.audit_verifications: rows true, not false.'],
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
    ['the function private.is_easy_pin(text): another body; language sql, not plpgsql; another definition.'],
  ],
  [
    'alter table public.accounts drop constraint accounts_balance_check',
    ['Missing: the constraint accounts_balance_check'],
  ],
  [
    'alter table private.ledger_entries drop constraint ledger_entries_pkey cascade',
    [
      'Missing: the constraint ledger_entries_pkey of private.ledger_entries.',
      'Missing: the index private.ledger_entries_pkey of private.ledger_entries.',
    ],
  ],
  [
    'alter table private.payment_orders drop column payload_hash',
    ['Missing: the column payload_hash of private.payment_orders.'],
  ],
  ['alter table public.profiles add column nickname text', ['Not from a migration: the column nickname']],
  [
    'alter table public.accounts alter column balance drop default',
    ['the column balance of public.accounts: default null, not 0.'],
  ],
  [
    'alter table public.accounts alter column user_id drop not null',
    ['the column user_id of public.accounts: not null false, not true.'],
  ],
  [
    'alter table private.bank_holidays alter column name type varchar(80)',
    ['the column name of private.bank_holidays: type character varying(80), not text.'],
  ],
  ['drop index public.cards_current_idx', ['Missing: the index public.cards_current_idx']],
  [
    'alter function private.read_pin volatile',
    ['the function private.read_pin(uuid): another definition; volatility v, not s.'],
  ],
  [
    'grant supabase_auth_admin to authenticated',
    ['Not from a migration: the membership of authenticated in supabase_auth_admin.'],
  ],
  ['grant service_role to anon', ['Not from a migration: the membership of anon in service_role.']],
  ['alter role authenticated bypassrls', ['the role authenticated: bypasses row security true, not false.']],
  [
    'alter table realtime.messages disable row level security',
    ['the table realtime.messages: row security off, not on.'],
  ],
  [
    'create policy "All" on realtime.messages for select to authenticated using (true)',
    ['Not from a migration: the policy "All" on realtime.messages.'],
  ],
  ['alter domain private.money drop constraint money_check', ['Missing: the constraint money_check of private.money.']],
  [
    'alter type private.payment_facts drop attribute is_here, add attribute is_here boolean',
    ['the type private.payment_facts: fields: payload_hash bytea comes before is_here boolean.'],
  ],
  [
    "delete from private.case_rules where name = 'access_days'",
    ['Missing: the row access_days of private.case_rules.'],
  ],
  [
    "insert into private.short_names values ('zed', 'zeppelin')",
    ['Not from a migration: the row zed, zeppelin of private.short_names.'],
  ],
  [
    "delete from private.bank_holidays where day = '2026-12-25'",
    ['Missing: the row 2026-12-25 of private.bank_holidays.'],
  ],
  ['alter view private.live_sessions set (security_invoker = on)', ['the view private.live_sessions: options']],
  [
    'create view public.everything as select * from public.profiles',
    ['Not from a migration: the view public.everything.'],
  ],
  ["alter publication supabase_realtime set (publish = 'insert')", ['the publication supabase_realtime: ']],
  [
    'alter publication supabase_realtime drop table public.accounts; alter publication supabase_realtime add table public.accounts (id)',
    ['the published table public.accounts: '],
  ],
  [
    'grant set on parameter statement_timeout to authenticated',
    ['Not from a migration: the grant set on parameter statement_timeout to authenticated.'],
  ],
  [
    'create rule quiet as on delete to public.accounts do instead nothing',
    ['Not from a migration: the rule quiet on public.accounts.'],
  ],
  [
    'alter table private.audit_log alter column id drop identity',
    ['Missing: the sequence private.audit_log_id_seq.', 'the column id of private.audit_log: identity , not a.'],
  ],
  [
    'alter table public.external_transactions disable trigger all',
    ['the constraint external_transactions_account_id_fkey of public.external_transactions: checked false, not true.'],
  ],
  [
    'alter table public.accounts add constraint small check (balance < 5) not valid',
    ['Not from a migration: the constraint small of public.accounts.'],
  ],
  ["alter role anon login password 'x'", ['the role anon: signs in true, not false.']],
  ['alter role service_role nobypassrls', ['the role service_role: bypasses row security false, not true.']],
  ['create role reporting bypassrls', ['Not from a migration: the role reporting.']],
  [
    'create role analyst; grant service_role to analyst',
    ['Not from a migration: the membership of analyst in service_role.'],
  ],
  [
    'create role auditor; grant pg_read_all_data to auditor',
    ['Not from a migration: the membership of auditor in pg_read_all_data.'],
  ],
  [
    'create role partner; grant select on private.ledger_entries to partner',
    ['Not from a migration: the grant select on private.ledger_entries to partner.'],
  ],
  ['revoke anon from authenticator', ['Missing: the membership of authenticator in anon.']],
  [
    "create function private.watch() returns event_trigger language plpgsql as 'begin end'; create event trigger watch on ddl_command_end execute function private.watch()",
    ['Not from a migration: the event trigger watch.', 'Not from a migration: the function private.watch().'],
  ],
  [
    'create publication leak for table private.ledger_entries',
    ['Not from a migration: the published table private.ledger_entries in leak.'],
  ],
  [
    "alter database postgres set session_replication_role = 'replica'",
    ['Not from a migration: the setting session_replication_role of the database.'],
  ],
  [
    'alter role authenticated in database postgres set statement_timeout = 0',
    ['Not from a migration: the setting statement_timeout of the role authenticated in the database.'],
  ],
  [
    'grant create on database postgres to authenticated',
    ['Not from a migration: the grant create on database to authenticated.'],
  ],
  ['grant usage on schema private to anon', ['Not from a migration: the grant usage on schema private to anon.']],
  [
    'grant create on schema public to authenticated',
    ['Not from a migration: the grant create on schema public to authenticated.'],
  ],
  ['alter schema private owner to service_role', ['the schema private: owner service_role, not postgres.']],
  ['grant select on auth.users to anon', ['Not from a migration: the grant select on auth.users to anon.']],
  ['create extension citext schema public', ['Not from a migration: the extension citext in public.']],
  [
    'create operator public.=== (function = int4eq, leftarg = int4, rightarg = int4)',
    ['Not from a migration: the operator public.==='],
  ],
  [
    'create statistics private.balances on user_id, balance from public.accounts',
    ['Not from a migration: the statistics object private.balances.'],
  ],
  [
    'alter default privileges for role postgres in schema public grant select on tables to anon',
    ['Not from a migration: the default rights on r in public.'],
  ],
  [
    'alter table public.cards alter column account_id set statistics 0',
    ['the column account_id of public.cards: statistics 0, not null.'],
  ],
  ['alter table public.transactions replica identity full', ['the table public.transactions: replica identity f, not']],
  ['alter table private.ledger_entries set (autovacuum_enabled = off)', ['the table private.ledger_entries: options']],
  [
    'drop policy "Customers read their own account" on public.accounts',
    ['Missing: the policy "Customers read their own account" on public.accounts.'],
  ],
  ["alter domain private.money set default '0'", ['the type private.money: default']],
  [
    "alter function public.make_payment set statement_timeout = '1h'",
    ['the function public.make_payment(uuid,public.payment_request): settings'],
  ],
  [
    'revoke execute on function public.make_payment from authenticated',
    ['Missing: the grant execute on function public.make_payment('],
  ],
  ["comment on column public.cards.user_id is 'Other'", ['the column user_id of public.cards: comment']],
  [
    "update cron.job set command = 'select 1' where jobname = 'renew-cards'",
    ['the cron job renew-cards: another command'],
  ],
  ["delete from vault.secrets where name = 'pin_storage_key'", ['Missing: the vault key pin_storage_key.']],
]

test(`names each of ${together.length} faults that come together, and nothing else`, async () => {
  const found = await findingsAfter(...together.map(([statement]) => statement))
  const named = together.flatMap(([, expected]) => expected)
  expect(named.filter((finding) => !found.some((text) => text.includes(finding)))).toEqual([])
  expect(found.filter((text) => !named.some((finding) => text.includes(finding)))).toEqual([])
})

test.each([
  [
    'delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)',
    ['.sql is missing: npx supabase db push'],
  ],
  [
    "insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'other')",
    ['20991231000000 is applied and is not in'],
  ],
  ['drop extension pg_trgm cascade', ['extension pg_trgm']],
  ['drop schema vault cascade', ['extension supabase_vault']],
  ['alter extension pgcrypto set schema public', ['extension pgcrypto']],
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
  [
    "update cron.job set active = false where jobname = 'send-held-payments'",
    ['the cron job send-held-payments: active false, not true.', 'The job send-held-payments is switched off.'],
  ],
  ["delete from cron.job where jobname = 'mails'", ['No cron job calls send-due-mails']],
  [
    "delete from cron.job_run_details where jobid = (select jobid from cron.job where jobname = 'renew-cards'); update cron.job_run_details set start_time = now() - interval '27 hours' where jobid = (select jobid from cron.job where jobname = 'delete-closed-users')",
    ['The job delete-closed-users is late: it last ran at', 'The job renew-cards is late: it has not run.'],
  ],
  [
    "update cron.job_run_details set start_time = now() - interval '27 hours' where jobid = (select jobid from cron.job where jobname = 'verify-audit-chain')",
    ['The job verify-audit-chain is late: it last ran at'],
  ],
  [
    `insert into cron.job_run_details (jobid, status, return_message)
     select jobid, 'failed', 'no such table' from cron.job where jobname = 'send-held-payments'`,
    ['The last run of the job send-held-payments failed.'],
  ],
  [
    'alter table public.accounts drop constraint accounts_balance_check, add constraint accounts_balance_check check (balance >= -1)',
    ['the constraint accounts_balance_check of public.accounts: rule'],
  ],
  [
    "alter table private.payment_orders alter column payload_hash type text using 'x'",
    ['the column payload_hash of private.payment_orders: type text, not'],
  ],
  [
    'drop index public.cards_current_idx; create unique index cards_current_idx on public.cards (account_id)',
    ['the index public.cards_current_idx of public.cards: another columns'],
  ],
  [
    'alter table public.accounts owner to service_role',
    ['the table public.accounts: owner service_role, not postgres'],
  ],
  ['alter function private.move_money owner to service_role', ['owner service_role, not postgres']],
  ['alter function private.is_easy_pin set search_path = public', ['the function private.is_easy_pin(text): settings']],
  [
    'alter function private.is_easy_pin security definer',
    ['the function private.is_easy_pin(text): security definer true, not false.'],
  ],
  ['alter type private.mail_facts add attribute extra text', ['the type private.mail_facts: fields with extra text.']],
  ["comment on table public.accounts is 'Other'", ['the table public.accounts: another comment.']],
  [
    "update private.case_rules set figure = 1 where name = 'access_days'",
    ['the row access_days of private.case_rules: figure 1, not 90.'],
  ],
  ["insert into private.bank_holidays values ('2031-01-01', 'New Year')", []],
  ['alter default privileges for role postgres grant execute on functions to anon', ['default rights on f: rights']],
  ['alter table public.accounts force row level security', ['row security of its owner true, not false']],
  [
    'alter table public.external_transactions alter constraint external_transactions_account_id_fkey deferrable',
    ['the constraint external_transactions_account_id_fkey of public.external_transactions: '],
  ],
  [
    'alter policy "Customers read their own account" on public.accounts to anon',
    ['the policy "Customers read their own account" on public.accounts: roles'],
  ],
  ['alter sequence private.audit_log_id_seq increment 2', ['the sequence private.audit_log_id_seq: sequence']],
  [
    "select vault.update_secret((select id from vault.secrets where name = 'pin_storage_key'), 'other')",
    ['The vault key pin_storage_key is no key of this app'],
  ],
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
  expect(await findingsAfter(statement)).toEqual(named.map((text) => expect.stringContaining(text)))
})

test('says that the keys cannot be read, as after a restore into another project', async () => {
  const [key] = await sql<
    { id: string; secret: string }[]
  >`select id, secret from vault.secrets where name = 'pin_storage_key'`
  await sql`update vault.secrets set secret = 'AAAA' where id = ${key?.id ?? null}`
  onTestFinished(
    async () => void (await sql`update vault.secrets set secret = ${key?.secret ?? ''} where id = ${key?.id ?? null}`),
  )
  expect(await findings(sql)).toEqual([expect.stringContaining('The keys of the Vault cannot be read')])
})

/** What is found after these statements, which are undone. */
async function findingsAfter(...statements: string[]): Promise<string[]> {
  const found: string[] = []
  const undone = sql.begin(async (transaction) => {
    for (const statement of statements) await transaction.unsafe(statement)
    found.push(...(await findings(transaction)))
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  return found
}
