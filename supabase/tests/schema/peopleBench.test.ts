import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiCaller } from '../../../bench/apiCaller'
import { compareCalls, prepareAndRecord } from '../../../bench/people'
import { measuredCalls } from '../../../bench/peopleCalls'
import { type PeopleDatabase, startPeopleDatabase } from '../../../bench/peopleDatabase'
import { countDue, makeDue, measureJobs } from '../../../bench/peopleJobs'
import { withRollback } from '../fixtures/database'

// `npm run bench -- people` does this with a million.
let database: PeopleDatabase
let figures: Awaited<ReturnType<typeof compareCalls>>
beforeAll(async () => {
  database = await startPeopleDatabase(1500)
  figures = await compareCalls(database, database, () => undefined, { warmUps: 0, samples: 1 })
}, 180_000)
afterAll(() => database.destroy())

test('the measurement with many people has every call, each of which answers or is refused in the words of its function', () => {
  expect(figures.plans).toHaveLength(10)
  const broken = figures.calls.filter(({ refusal }) => refusal !== null && /^(?!PT)[0-9A-Z]{5} /.test(refusal))
  expect(broken).toEqual([])
  expect(figures.calls.length).toBeGreaterThan(200)
})

test('the measurement with many people reads every table without a refusal', () => {
  expect(figures.calls.filter(({ what, refusal }) => what.startsWith('read ') && refusal !== null)).toEqual([])
})

/** The tables that calls read whole: their number of rows does not depend on the number of customers. */
const shortTables = new Set([
  'bank_routes',
  'banks',
  'between_banks_total',
  'case_rules',
  'credit_search',
  'ledger_accounts',
  'payment_rules',
  'push_event_scan',
  'settings',
  'vault_root_key',
  'wrong_pins',
  // One row for each night, for each trial within a day, and for each run that is kept.
  'audit_verifications',
  'rule_trials',
  'job',
  'job_run_details',
])
/** A scan that finds few of the rows that it reads would read them all in a larger database. */
const mostInVain = 60

test('no call reads a table whole that grows with the customers', async () => {
  const url = new URL(database.adminUrl)
  // Postgres then reads a table whole only where no index fits, also a short one.
  url.searchParams.set('enable_seqscan', 'off')
  const api = await startApiCaller(url.href)
  const found: string[] = []
  for (const { what, prepare } of measuredCalls) {
    const { caller, statements } = await prepareAndRecord(prepare, { ...database, api })
    const { plans } = await api.time(caller, statements, true)
    const tables = plans.flatMap((plan) =>
      [...plan.matchAll(/Seq Scan on (\w+).*\(actual/g)].map(([, table = '']) => table),
    )
    const inVain = plans.flatMap((plan) =>
      [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows)),
    )
    found.push(
      ...new Set(tables.filter((table) => !shortTables.has(table)).map((table) => `${what}: ${table}`)),
      ...(Math.max(...inVain, 0) > mostInVain ? [`${what}: most rows in vain`] : []),
    )
  }
  await api.close()
  expect(found.toSorted()).toEqual([
    // It ends at the first mail that was tried.
    'get_staff_overview: due_mails',
    // The newest rows are read until a page of them has the name.
    'list_audit: a name that many have: most rows in vain',
    // The same for a third of all addresses.
    'record_user_list: part of an address, by name: most rows in vain',
    'record_user_list: part of an address: most rows in vain',
    // A step of at most 10,000 rows.
    'verify_audit: most rows in vain',
  ])
}, 120_000)

test.each([
  ['send-scheduled-payments', 'the account is frozen', 'update public.profiles set frozen_at = now() where true'],
  [
    'delete-closed-users',
    'the user has an open case',
    `insert into private.cases (kind, user_id, opened_at, due_at, last_at)
      select 'complaint', id, now(), now(), now() from public.profiles where closed_at is not null`,
  ],
  [
    'remind-of-closings',
    'the customer has been told',
    `select private.remind_of_closing(id) from private.cases where kind = 'closing'`,
  ],
])('the job %s does not try before all others, in each run, what waits because %s', (job, _, change) =>
  withRollback(database.sql, async (db) => {
    await makeDue(db, job, 5)
    expect(await countDue(db, job)).toBe(5)
    await db.unsafe(change)
    expect(await countDue(db, job)).toBe(0)
  }),
)

// At the end: it changes and deletes what the calls read.
test('each job does all that is due without a failure, and reads no table whole that grows with the customers', async () => {
  const jobs = await measureJobs(database, { due: 20, settings: 'set enable_seqscan = off', many: 0 })
  const found = jobs.flatMap(({ name, wholeTables, problem, due }) => [
    ...[...wholeTables, ...due.wholeTables]
      .map((table) => table.replace(/^\w+\.| \(.*/g, ''))
      .filter((table) => !shortTables.has(table))
      .map((table) => `${name}: ${table}`),
    ...[problem, due.problem].filter((text) => text !== null).map((text) => `${name}: ${text}`),
    ...(due.left > 0 ? [`${name}: ${due.left} of ${due.rows} are left`] : []),
  ])
  expect([...new Set(found)]).toEqual([])
}, 120_000)
