// What reads cost with few and with millions of transactions in the table, in the same run: ratios, not times.
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { median } from './figures'

const typicalRows = 200
const heavyRows = 50_000
const smallTable = 10_000
const days = 365
const samples = 25
const warmUps = 5

type Person = { id: string; session: string }
type Db = postgres.TransactionSql

/** `small` and `large`: ms with few and with all rows in the table. */
export type ReadRatio = { what: string; small: number; large: number; ratio: number; goal: number }

export type ReadFigures = { rows: number; ratios: ReadRatio[]; plans: { what: string; plan: string }[] }

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
  'search without a hit': (db) => db`select * from public.search_transactions('nobody is called this')`,
  insights: (db) => db`select * from public.get_insights()`,
  'statement of a month': (db) => db`select public.get_statement((now() - interval '1 month')::date)`,
}
const staffReads: Record<string, (db: Db) => postgres.PendingQuery<postgres.Row[]>> = {
  'staff: newest page': (db) => db`select public.list_all_transactions()`,
  'staff: filtered by recipient': (db) => db`select public.list_all_transactions(p_recipient => 'payee 7')`,
  'staff: filtered by amount and day': (db) => db`
    select public.list_all_transactions(p_min => 290, p_until => (now() - interval '30 days')::date)`,
}

type Bank = { sql: postgres.Sql; typical: Person; heavy: Person; staff: Person; destroy(): Promise<void> }

export async function measureReads(rows = 3_000_000): Promise<ReadFigures> {
  const small = await openBank(smallTable, typicalRows)
  const large = await openBank(rows, heavyRows)
  try {
    const ratios: ReadRatio[] = []
    for (const [reader, reads] of [
      ['typical', customerReads],
      ['staff', staffReads],
    ] as const) {
      for (const [what, read] of Object.entries(reads)) {
        ratios.push(
          await compare(what, read, { bank: small, person: small[reader] }, { bank: large, person: large[reader] }),
        )
      }
    }
    for (const [what, read] of Object.entries({ 'last 5': lastFive, 'page of 50': page })) {
      const [typical, heavy] = [large.typical, large.heavy].map((person) => ({ bank: large, person }))
      if (typical && heavy) ratios.push(await compare(`${what}, of 200 and of 50,000`, read, typical, heavy))
    }
    const plans = [
      { what: 'last 5', plan: await explain(large.sql, large.typical, lastFive) },
      { what: 'page of 50', plan: await explain(large.sql, large.typical, page) },
      { what: 'page of 50, of a customer with 50,000', plan: await explain(large.sql, large.heavy, page) },
    ]
    return { rows, ratios, plans }
  } finally {
    await small.destroy()
    await large.destroy()
  }
}

async function openBank(rows: number, rowsOfHeavy: number): Promise<Bank> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 1, onnotice: () => undefined })
  const typical = await addPerson(sql, false)
  const heavy = await addPerson(sql, false)
  const staff = await addPerson(sql, true)
  await addRows(sql, typical, typicalRows)
  await addRows(sql, heavy, rowsOfHeavy)
  await addStrangers(sql, rows - typicalRows - rowsOfHeavy)
  return {
    sql,
    typical,
    heavy,
    staff,
    async destroy() {
      await sql.end()
      await database.destroy()
    },
  }
}

async function addPerson(sql: postgres.Sql, isStaff: boolean): Promise<Person> {
  const person = { id: randomUUID(), session: randomUUID() }
  await sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', ${person.id}, 'authenticated', 'authenticated',
      ${`${person.id}@bench.example`}, '', '{"full_name": "Bench Reader"}', now(), now())`
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${person.session}, ${person.id}, now(), now())`
  await sql`update public.profiles set approved = true where id = ${person.id}`
  await sql`select private.open_account(${person.id}, now() - ${`${days} days`}::interval)`
  if (isStaff) {
    await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`
    await sql`insert into public.admin_permissions (admin_id, permission) values (${person.id}, 'view_transactions')`
  }
  return person
}

/** The rows of one person with their ledger entries, evenly through the year. */
async function addRows(sql: postgres.Sql, person: Person, rows: number) {
  await sql`
    with rows as (
      insert into public.transactions
        (user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
      select ${person.id}, now() - n * interval '1 day' * ${days - 1}::numeric / ${rows}::integer, 1 + n % 300, '20-00-00',
        '12345678', 'Payee ' || n % 97, case when n % 3 = 0 then 'REFERENCE ' || n % 50 end
      from generate_series(1, ${rows}::integer) n
      returning id, created_at, amount
    )
    insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
    select r.id, a.id, r.created_at, -r.amount, 1 from rows r, public.accounts a where a.user_id = ${person.id}`
  await sql`analyze public.transactions`
  await sql`analyze private.ledger_entries`
}

/** Customers with 200 rows each. The indexes are built afterwards, as a restored backup does it: twenty times as fast. */
async function addStrangers(sql: postgres.Sql, rows: number) {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'public.transactions'::regclass and not indisprimary`
  const [check] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'public.transactions'::regclass and conname = 'transactions_check'`
  if (check === undefined) throw new Error('the check of the table has another name')
  await sql`set maintenance_work_mem = '512MB'`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  await sql`alter table public.transactions drop constraint transactions_check`
  await sql`
    insert into public.transactions
      (id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
    select gen_random_uuid(), md5('stranger ' || n % greatest(${rows}::integer / ${typicalRows}, 1))::uuid,
      now() - n * interval '1 day' * ${days}::numeric / ${rows}::integer, 1 + n % 300, '20-00-00', '12345678', 'Payee ' || n % 97,
      case when n % 3 = 0 then 'REFERENCE ' || n % 50 end
    from generate_series(1, ${rows}::integer) n`
  await sql.unsafe(`alter table public.transactions add constraint transactions_check ${check.definition} not valid`)
  for (const { definition } of indexes) await sql.unsafe(definition)
  await sql`vacuum analyze public.transactions`
}

/** As the API does it: role and claims first, then the query. */
function as<T>(sql: postgres.Sql, person: Person, run: (db: Db) => Promise<T>) {
  const claims = JSON.stringify({ role: 'authenticated', sub: person.id, session_id: person.session })
  return sql.begin(async (db) => {
    await db`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    return run(db)
  })
}

async function timeOnce(sql: postgres.Sql, person: Person, read: (db: Db) => Promise<unknown>): Promise<number> {
  return as(sql, person, async (db) => {
    const start = performance.now()
    await read(db)
    return performance.now() - start
  })
}

/** Taking turns, so that both meet the same machine. */
async function compare(
  what: string,
  read: (db: Db) => Promise<unknown>,
  one: { bank: Bank; person: Person },
  other: { bank: Bank; person: Person },
): Promise<ReadRatio> {
  const taken: [number[], number[]] = [[], []]
  for (let sample = -warmUps; sample < samples; sample += 1) {
    const times = [
      await timeOnce(one.bank.sql, one.person, read),
      await timeOnce(other.bank.sql, other.person, read),
    ] as const
    if (sample < 0) continue
    taken[0].push(times[0])
    taken[1].push(times[1])
  }
  const [small, large] = [median(taken[0]), median(taken[1])]
  return { what, small, large, ratio: large / small, goal: 1.5 }
}

async function explain(sql: postgres.Sql, person: Person, read: (db: Db) => postgres.PendingQuery<postgres.Row[]>) {
  return as(sql, person, async (db) => {
    const { string } = await read(db).describe()
    const lines = await db.unsafe<{ 'QUERY PLAN': string }[]>(`explain (analyze, buffers, timing off) ${string}`)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
}
