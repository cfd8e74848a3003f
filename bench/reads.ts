// The ratio of read times with millions of transactions to read times with few, measured in one run. The least of many times,
// which other work on the machine changes little.
import type postgres from 'postgres'
import { compareInTurns, least } from './figures'
import { startReadDatabase, type Reader, type ReadDatabase, typicalRows } from './readDatabase'

const smallTable = 10_000
const turns = { warmUps: 5, samples: 25 }

type Db = postgres.TransactionSql

/** `small` and `large` are the times in ms with few and with all rows in the table. */
export type ReadRatio = { what: string; small: number; large: number; ratio: number; goal: number }

export type ReadFigures = { ratios: ReadRatio[]; plans: { what: string; plan: string }[] }

const lastFive = (db: Db) => db`
  select * from public.transactions where user_id = (select auth.uid()) order by created_at desc, id desc limit 5`
const page = (db: Db) => db`
  select * from public.transactions where user_id = (select auth.uid())
    and (created_at, id) < (now() - interval '30 days', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  order by created_at desc, id desc limit 50`

const customerReads: Record<string, (db: Db) => postgres.PendingQuery<postgres.Row[]>> = {
  'last 5': lastFive,
  'page of 50': page,
  search: (db) => db`select * from public.search_transactions('payee 7', 10, 200)`,
  'search without a hit': (db) => db`select * from public.search_transactions('unknown name')`,
  insights: (db) => db`select * from public.get_insights()`,
  'statement of a month': (db) => db`select public.get_statement((now() - interval '1 month')::date, now()::date)`,
}
const staffSearches: Record<string, (db: Db) => postgres.PendingQuery<postgres.Row[]>> = {
  'staff: newest page': (db) => db``,
  'staff: filtered by words': (db) => db`p_search => 'payee 7'`,
  'staff: filtered by amount and day': (db) => db`p_min => 290, p_until => (now() - interval '30 days')::date`,
}
const staffReads = Object.fromEntries(
  Object.entries(staffSearches).map(([what, search]) => [
    what,
    (db: Db) => db`select public.list_all_transactions(${search(db)})`,
  ]),
)

/** Compares times with ten thousand rows to times with all rows of `large`. */
export async function measureReads(large: ReadDatabase): Promise<ReadFigures> {
  const small = await startReadDatabase(smallTable, typicalRows)
  try {
    // Staff read only searches that are in the audit.
    for (const { sql, staff } of [small, large])
      for (const search of Object.values(staffSearches))
        await as(sql, staff, (db) => db`select public.record_transaction_search(${search(db)})`)
    const ratios: ReadRatio[] = []
    for (const [reader, reads] of [
      ['typical', customerReads],
      ['staff', staffReads],
    ] as const) {
      for (const [what, read] of Object.entries(reads)) {
        ratios.push(
          await compare(
            what,
            read,
            { database: small, person: small[reader] },
            { database: large, person: large[reader] },
          ),
        )
      }
    }
    for (const [what, read] of Object.entries({ 'last 5': lastFive, 'page of 50': page })) {
      const [typical, heavy] = [large.typical, large.heavy].map((person) => ({ database: large, person }))
      if (typical && heavy) ratios.push(await compare(`${what}, of 200 and of 50,000`, read, typical, heavy))
    }
    const plans = [
      { what: 'last 5', plan: await explain(large.sql, large.typical, lastFive) },
      { what: 'page of 50', plan: await explain(large.sql, large.typical, page) },
      { what: 'page of 50, of a customer with 50,000', plan: await explain(large.sql, large.heavy, page) },
    ]
    return { ratios, plans }
  } finally {
    await small.destroy()
  }
}

/** Sets role and claims before the query, as the API does. */
function as<T>(sql: postgres.Sql, person: Reader, run: (db: Db) => Promise<T>) {
  const claims = JSON.stringify({ role: 'authenticated', sub: person.id, session_id: person.session })
  return sql.begin(async (db) => {
    await db`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    return run(db)
  })
}

async function timeOnce(sql: postgres.Sql, person: Reader, read: (db: Db) => Promise<unknown>): Promise<number> {
  return as(sql, person, async (db) => {
    const start = performance.now()
    await read(db)
    return performance.now() - start
  })
}

async function compare(
  what: string,
  read: (db: Db) => Promise<unknown>,
  one: { database: ReadDatabase; person: Reader },
  other: { database: ReadDatabase; person: Reader },
): Promise<ReadRatio> {
  const [small, large] = await compareInTurns(
    turns,
    () => timeOnce(one.database.sql, one.person, read),
    () => timeOnce(other.database.sql, other.person, read),
    least,
  )
  return { what, small, large, ratio: large / small, goal: 1.5 }
}

async function explain(sql: postgres.Sql, person: Reader, read: (db: Db) => postgres.PendingQuery<postgres.Row[]>) {
  return as(sql, person, async (db) => {
    const { string } = await read(db).describe()
    const lines = await db.unsafe<{ 'QUERY PLAN': string }[]>(`explain (analyze, buffers, timing off) ${string}`)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
}
