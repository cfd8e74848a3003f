// What a payment costs beside other transactions on the same server, in interleaved rounds: ratios, not times.
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'

const customers = 1000
const branches = 16
const tellersPerBranch = 10
const rounds = 5
const roundMs = 1000

type Customer = { id: string; session: string; accountId: string; sortCode: string; accountNumber: string }
type Pair = [from: Customer, to: Customer]

/** `clients` at once. `ratio`: payments done for each transaction of the other kind. */
export type PaymentRatio = { what: string; clients: number; paymentsPerSecond: number; ratio: number; goal: number }

export type PaymentFigures = { ratios: PaymentRatio[]; walBytes: number; walGoal: number }

export async function measurePayments(): Promise<PaymentFigures> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 16, onnotice: () => undefined })
  try {
    const people = await makeCustomers(sql)
    await makeTpcB(sql)
    await sql`analyze`
    const anyPair = (): Pair => pickPair(people)
    const ratios: PaymentRatio[] = []
    for (const clients of [1, 4, 8, 16]) {
      const [payments, others] = await countBeside(
        clients,
        () => pay(sql, anyPair()),
        () => transactTpcB(sql),
      )
      const paymentsPerSecond = payments / rounds
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
      paymentsPerSecond: payments / rounds,
      ratio: payments / others,
      goal: 0.5,
    })
    return { ratios, walBytes: await measureWal(sql, anyPair), walGoal: 2500 }
  } finally {
    await sql.end()
    await database.destroy()
  }
}

async function makeCustomers(sql: postgres.Sql): Promise<Customer[]> {
  // PINs of so many people would take a minute to hash for sign-in.
  await sql`update private.settings set password_hash_cost = 4`
  const ids = Array.from({ length: customers }, () => ({ id: randomUUID(), session: randomUUID() }))
  const userIds = ids.map(({ id }) => id)
  await sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
    select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', id || '@bench.example', '',
      '{"full_name": "Bench Customer"}', now(), now()
    from unnest(${userIds}::uuid[]) id`
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at)
    select s.id, s.user_id, now(), now()
    from unnest(${ids.map(({ session }) => session)}::uuid[], ${userIds}::uuid[]) s (id, user_id)`
  await sql`update public.profiles set approved = true`
  await sql`select private.open_account(id) from unnest(${userIds}::uuid[]) id`
  const accounts = await sql<{ user_id: string; id: string; sort_code: string; account_number: string }[]>`
    select user_id, id, sort_code, account_number from public.accounts`
  const sessions = new Map<string, string>(ids.map(({ id, session }) => [id, session]))
  return accounts.flatMap((account) => {
    const session = sessions.get(account.user_id)
    if (session === undefined) return []
    const { id: accountId, sort_code: sortCode, account_number: accountNumber } = account
    return [{ id: account.user_id, session, accountId, sortCode, accountNumber }]
  })
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

/** As the API does it: role and claims first, then the call. */
async function pay(sql: postgres.Sql, [from, to]: Pair) {
  const claims = JSON.stringify({ role: 'authenticated', sub: from.id, session_id: from.session })
  await sql.begin(async (db) => {
    await db`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    await db`select * from public.make_payment(${randomUUID()}, 'Bench', ${to.sortCode}, ${to.accountNumber}, 0.01, null)`
  })
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

/** Bytes of write-ahead log for a payment. The rounds before have touched every page, so that none is written whole. */
async function measureWal(sql: postgres.Sql, anyPair: () => Pair): Promise<number> {
  const count = 500
  const [start] = await sql<{ at: string }[]>`select pg_current_wal_insert_lsn()::text as at`
  for (let paid = 0; paid < count; paid += 1) await pay(sql, anyPair())
  const [total] = await sql<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${start?.at ?? ''}::pg_lsn)::float8 as bytes`
  return (total?.bytes ?? Number.NaN) / count
}

function anyOf<T>(items: T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

function pickOther(people: Customer[], than: Customer): Customer {
  const person = anyOf(people)
  return person === than ? pickOther(people, than) : person
}

function pickPair(people: Customer[]): Pair {
  const from = anyOf(people)
  return [from, pickOther(people, from)]
}
