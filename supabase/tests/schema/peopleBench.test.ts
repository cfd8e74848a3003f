import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiCaller } from '../../../bench/apiCaller'
import { compareAll, prepareAndRecord, type PeopleFigures } from '../../../bench/people'
import { measuredCalls } from '../../../bench/peopleCalls'
import { type PeopleDatabase, startPeopleDatabase } from '../../../bench/peopleDatabase'

// `npm run bench -- people` does this with a million.
let database: PeopleDatabase
let figures: PeopleFigures
beforeAll(async () => {
  database = await startPeopleDatabase(100)
  figures = await compareAll(database, database, () => undefined, { warmUps: 0, samples: 1 })
}, 180_000)
afterAll(() => database.destroy())

test('the measurement with many people has every call, each of which answers or is refused in the words of its function', () => {
  const broken = figures.calls.filter(({ refusal }) => refusal !== null && /^(?!PT)[0-9A-Z]{5} /.test(refusal))
  expect(broken).toEqual([])
  expect(figures.calls.length).toBeGreaterThan(200)
})

test('the measurement with many people reads every table without a refusal', () => {
  expect(figures.calls.filter(({ what, refusal }) => what.startsWith('read ') && refusal !== null)).toEqual([])
})

test('the measurement with many people runs every job without a failure', () => {
  expect(figures.jobs.filter(({ problem }) => problem !== null)).toEqual([])
  expect(figures.plans).toHaveLength(10)
})

/** The tables that calls read whole: their number of rows does not depend on the number of customers. */
const shortTables = new Set([
  'bank_routes',
  'banks',
  'case_rules',
  'credit_search',
  'ledger_accounts',
  'payment_rules',
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
    // A step of at most 10,000 rows.
    'verify_audit: most rows in vain',
  ])
}, 120_000)
