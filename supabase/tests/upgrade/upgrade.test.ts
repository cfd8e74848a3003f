import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueFindings, readCatalogue } from '../../../local/hosted/catalogue'
import type { TemporaryDatabase } from '../../../local/temporaryDatabase'
import { setCaller, startDatabase } from '../fixtures/database'
import { signInAgain } from '../fixtures/devices'
import { runJob } from '../fixtures/jobs'
import { ledgerProblems } from '../fixtures/payments'
import { makeOlder, startRelease, upgrade } from './tryUpgrade'

// The people of the last release get the migrations that are newer, while one of them pays. The last test makes them a year older.
const made = startDatabase()
let database: TemporaryDatabase
let sql: postgres.Sql
let before: Map<string, number>
let upgraded: Awaited<ReturnType<typeof upgrade>>

beforeAll(async () => {
  database = await startRelease()
  sql = postgres(database.adminUrl, { max: 1, onnotice: () => undefined })
  before = await countRows()
  upgraded = await upgrade(database)
}, 120_000)
afterAll(async () => {
  await sql.end()
  await database.destroy()
})

async function tablesOf(): Promise<string[]> {
  const rows = await sql<{ table: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname in ('public', 'private') or n.nspname = 'auth' and c.relname in ('users', 'sessions', 'identities'))
    order by 1`
  return rows.map(({ table }) => table)
}

async function countRows(): Promise<Map<string, number>> {
  const parts = (await tablesOf()).map(
    (table) => `select '${table}' as table, count(*)::integer as count from ${table}`,
  )
  const rows = await sql.unsafe<{ table: string; count: number }[]>(parts.join(' union all '))
  return new Map(rows.map(({ table, count }) => [table, count]))
}

test('the upgraded database is as the migrations make a new one', async () => {
  const wanted = await readCatalogue(made.sql)
  expect(await catalogueFindings(wanted, await readCatalogue(sql, wanted))).toEqual([])
})

test('a customer pays all the time, and no payment waits a second for a lock', () => {
  expect(upgraded.failures).toEqual([])
  expect(upgraded.paid.length).toBeGreaterThan(1)
})

/** What the customer who pays meanwhile adds to. */
const paidInto = new Set([
  'auth.sessions',
  'private.audit_log',
  'private.bank_payments',
  'private.due_mails',
  // 'interest paid'.
  'private.ledger_accounts',
  'private.ledger_entries',
  'private.payment_orders',
  'private.security_mails',
  'private.session_activity',
  'public.recipients',
  'public.transactions',
])

test('no row is lost', async () => {
  const after = await countRows()
  const changed = [...before].filter(([table, count]) => {
    const now = after.get(table)
    return paidInto.has(table) ? now === undefined || now < count : now !== count
  })
  expect(changed).toEqual([])
})

test('the ledger adds up, the audit is intact, and every payment is booked once', async () => {
  expect(await ledgerProblems(sql)).toEqual([])
  expect(await sql`select * from private.verify_between_banks()`).toEqual([])
  expect(await sql`select private.first_broken_audit_row() as broken`).toEqual([{ broken: null }])
  expect(
    await sql`
      select movement_id from private.ledger_entries where movement_id = any (${upgraded.paid})
      group by 1 having count(*) <> 2 or sum(amount) <> 0`,
  ).toEqual([])
})

test('PINs and card numbers can still be read', async () => {
  const pins = await sql<{ pin: string }[]>`select private.read_pin(user_id) as pin from private.pins`
  expect(pins.length).toBeGreaterThan(100)
  expect(pins.filter(({ pin }) => !/^\d{5}$/.test(pin))).toEqual([])
  const cards = await sql<{ number: string; pin: string }[]>`
    select private.read_card_number(card_id) as number, private.read_card_pin(card_id) as pin from private.card_secrets`
  expect(cards.length).toBeGreaterThan(100)
  expect(cards.filter(({ number, pin }) => !/^4659\d{12}$/.test(number) || !/^\d{4}$/.test(pin))).toEqual([])
})

test('every user reads what they may', async () => {
  const users = await sql<{ id: string; email: string }[]>`
    select u.id, u.email from auth.users u join public.profiles p on p.id = u.id order by p.full_name`
  const reads = await sql<{ read: string }[]>`
    select format('select public.%I()', p.proname) as read from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v' and p.pronargs = p.pronargdefaults
      and has_function_privilege('authenticated', p.oid, 'execute')
    union all
    select format('select %s from public.%I t', string_agg(quote_ident(a.attname), ', '), c.relname)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
    group by c.oid`
  // A function refuses a caller without the right in its own words, with a code that begins with PT.
  await sql`
    create function pg_temp.failures(p_reads text[]) returns setof text language plpgsql as $$
    declare
      read text;
    begin
      foreach read in array p_reads loop
        begin
          execute read;
        exception when others then
          if sqlstate !~ '^PT' then
            return next read || ': ' || sqlstate || ' ' || sqlerrm;
          end if;
        end;
      end loop;
    end $$`
  const failed = new Set<string>()
  for (const user of users) {
    const session = await signInAgain(sql, { ...user, sessionId: '' })
    await sql.begin(async (db) => {
      await setCaller(db, session)
      const failures = await db<{ failure: string }[]>`
        select * from pg_temp.failures(${reads.map(({ read }) => read)}) as failure`
      for (const { failure } of failures) failed.add(failure)
    })
  }
  expect([...failed]).toEqual([])
}, 60_000)

test('a migration that keeps payments waiting for more than a second is found', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fernbank-migration-'))
  const file = path.join(folder, '20990101000000_slow.sql')
  writeFileSync(file, 'lock table public.accounts in access exclusive mode; select pg_sleep(3);')
  const { failures } = await upgrade(database, [{ file, version: '20990101000000', name: 'slow' }])
  rmSync(folder, { recursive: true })
  expect(failures).toEqual(['PostgresError: canceling statement due to lock timeout'])
})

// The dump of a release is used for years.
test('everything that has become due after a year is done by the jobs without a failure', async () => {
  await makeOlder(sql, '365 days')
  const jobs = await sql<{ name: string }[]>`select jobname as name from cron.job order by jobname`
  const failed: string[] = []
  for (const { name } of jobs)
    await runJob(sql, name).catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
  expect(failed).toEqual([])
  expect(await ledgerProblems(sql)).toEqual([])
}, 60_000)
