// What a payment costs beside other transactions on the same server, in interleaved rounds: ratios, not times.
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { makeCustomers, pay, pickOther, pickPair, type Pair } from './customers'

const customers = 1000
const branches = 16
const tellersPerBranch = 10
const rounds = 6
const roundMs = 400
const walTurns = 4
const walPayments = 300

/** `clients` at once. `ratio`: payments done for each transaction of the other kind. */
export type PaymentRatio = { what: string; clients: number; paymentsPerSecond: number; ratio: number; goal: number }

export type PaymentFigures = { ratios: PaymentRatio[]; walBytes: number; walGoal: number }

export async function measurePayments(): Promise<PaymentFigures> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 16, onnotice: () => undefined })
  try {
    const people = await makeCustomers(sql, customers)
    await makeTpcB(sql)
    await sql`vacuum analyze`
    const anyPair = (): Pair => pickPair(people)
    const ratios: PaymentRatio[] = []
    for (const clients of [1, 4, 8, 16]) {
      const [payments, others] = await countBeside(
        clients,
        () => pay(sql, anyPair()),
        () => transactTpcB(sql),
      )
      const paymentsPerSecond = perSecond(payments)
      const goal = clients === 1 ? 0.7 : 0.9
      ratios.push({ what: 'a TPC-B-like transaction', clients, paymentsPerSecond, ratio: payments / others, goal })
    }
    const popular = people[0]
    if (popular === undefined) throw new Error('nobody to pay')
    const toPopular = (): Pair => [pickOther(people, popular), popular]
    const [payments, others] = await countBeside(
      16,
      () => pay(sql, toPopular()),
      () => updateTwice(sql, toPopular()),
    )
    ratios.push({
      what: 'two bare updates, one popular payee',
      clients: 16,
      paymentsPerSecond: perSecond(payments),
      ratio: payments / others,
      goal: 0.5,
    })
    return { ratios, walBytes: await measureWal(sql, anyPair), walGoal: 2500 }
  } finally {
    await sql.end()
    await database.destroy()
  }
}

/** The tables of pgbench, with as many branches as clients, and accounts as wide as there. */
async function makeTpcB(sql: postgres.Sql) {
  await sql`create schema tpcb`
  await sql`create table tpcb.branches (id int primary key, balance int not null, filler char(88)) with (fillfactor = 100)`
  await sql`create table tpcb.tellers (id int primary key, branch_id int, balance int not null, filler char(84))`
  await sql`create table tpcb.accounts (id int primary key, branch_id int, balance int not null, filler char(84))`
  await sql`create table tpcb.history (teller_id int, branch_id int, account_id int, delta int, at timestamp, filler char(22))`
  await sql`insert into tpcb.branches select n, 0, '' from generate_series(1, ${branches}) n`
  await sql`
    insert into tpcb.tellers select n, 1 + n % ${branches}, 0, '' from generate_series(1, ${branches * tellersPerBranch}) n`
  await sql`insert into tpcb.accounts select n, 1 + n % ${branches}, 0, '' from generate_series(1, ${customers}) n`
}

/** The built-in script of pgbench, statement by statement. */
async function transactTpcB(sql: postgres.Sql) {
  const account = 1 + Math.floor(Math.random() * customers)
  const teller = 1 + Math.floor(Math.random() * branches * tellersPerBranch)
  const branch = 1 + Math.floor(Math.random() * branches)
  const delta = Math.floor(Math.random() * 10_000) - 5000
  await sql.begin(async (db) => {
    await db`update tpcb.accounts set balance = balance + ${delta} where id = ${account}`
    await db`select balance from tpcb.accounts where id = ${account}`
    await db`update tpcb.tellers set balance = balance + ${delta} where id = ${teller}`
    await db`update tpcb.branches set balance = balance + ${delta} where id = ${branch}`
    await db`
      insert into tpcb.history (teller_id, branch_id, account_id, delta, at)
      values (${teller}, ${branch}, ${account}, ${delta}, current_timestamp)`
  })
}

async function updateTwice(sql: postgres.Sql, pair: Pair) {
  const [first, second] = pair.map(({ accountId }) => accountId).toSorted()
  await sql.begin(async (db) => {
    await db`update public.accounts set balance = balance + 0.01 where id = ${first ?? ''}`
    await db`update public.accounts set balance = balance - 0.01 where id = ${second ?? ''}`
  })
}

const perSecond = (done: number) => done / ((rounds * roundMs) / 1000)

/** How often each was done in all rounds, which take turns, so that both meet the same machine. */
async function countBeside(clients: number, work: () => Promise<void>, other: () => Promise<void>) {
  let done = 0
  let otherDone = 0
  for (let round = 0; round < rounds; round += 1) {
    done += await countRound(clients, work)
    otherDone += await countRound(clients, other)
  }
  return [done, otherDone] as const
}

async function countRound(clients: number, work: () => Promise<void>): Promise<number> {
  const end = performance.now() + roundMs
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  return done
}

/**
 * Bytes of write-ahead log for a payment. The rounds before have touched every page, so that none is written whole. The
 * least of several: now and then the log also holds what a vacuum in the background writes.
 */
async function measureWal(sql: postgres.Sql, anyPair: () => Pair): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < walTurns; turn += 1) {
    const [start] = await sql<{ at: string }[]>`select pg_current_wal_insert_lsn()::text as at`
    for (let paid = 0; paid < walPayments; paid += 1) await pay(sql, anyPair())
    const [total] = await sql<{ bytes: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${start?.at ?? ''}::pg_lsn)::float8 as bytes`
    least = Math.min(least, (total?.bytes ?? Number.NaN) / walPayments)
  }
  return least
}
