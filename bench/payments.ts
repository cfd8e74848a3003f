// What a payment costs beside two bare balance updates on the same server, in interleaved rounds: ratios, not times.
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'

const customers = 40
const rounds = 6
const roundMs = 1000

type Customer = { id: string; session: string; accountId: string; sortCode: string; accountNumber: string }

async function makeCustomer(sql: postgres.Sql): Promise<Customer> {
  const id = randomUUID()
  const session = randomUUID()
  await sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${`${id}@bench.example`}, '',
      '{"full_name": "Bench Customer"}', now(), now())`
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${session}, ${id}, now(), now())`
  await sql`update public.profiles set approved = true where id = ${id}`
  await sql`select private.open_account(${id}::uuid)`
  const [account] = await sql<{ id: string; sort_code: string; account_number: string }[]>`
    select id, sort_code, account_number from public.accounts where user_id = ${id}`
  if (account === undefined) throw new Error('no account was opened')
  return { id, session, accountId: account.id, sortCode: account.sort_code, accountNumber: account.account_number }
}

function anyOf<T>(items: T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Two different customers. */
function pair(people: Customer[]): [Customer, Customer] {
  const from = anyOf(people)
  return [from, anyOf(people.filter((person) => person !== from))]
}

/** As the API does it: role and claims first, then the call. */
async function pay(sql: postgres.Sql, [from, to]: [Customer, Customer]) {
  const claims = JSON.stringify({ role: 'authenticated', sub: from.id, session_id: from.session })
  await sql.begin(async (db) => {
    await db`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    await db`select * from public.make_payment(${randomUUID()}, 'Bench', ${to.sortCode}, ${to.accountNumber}, 0.01, null)`
  })
}

async function updateTwice(sql: postgres.Sql, people: [Customer, Customer]) {
  const [first, second] = people.map(({ accountId }) => accountId).toSorted()
  await sql.begin(async (db) => {
    await db`update public.accounts set balance = balance + 0.01 where id = ${first ?? ''}`
    await db`update public.accounts set balance = balance - 0.01 where id = ${second ?? ''}`
  })
}

/** How often `work` was done in one round by so many clients. */
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

export type PaymentRatio = { clients: number; paymentsPerSecond: number; ratio: number }

export async function measurePayments(): Promise<PaymentRatio[]> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 16, onnotice: () => undefined })
  try {
    const people: Customer[] = []
    for (let count = 0; count < customers; count += 1) people.push(await makeCustomer(sql))
    const results: PaymentRatio[] = []
    for (const clients of [1, 8]) {
      let payments = 0
      let updates = 0
      for (let round = 0; round < rounds; round += 1) {
        payments += await countRound(clients, () => pay(sql, pair(people)))
        updates += await countRound(clients, () => updateTwice(sql, pair(people)))
      }
      results.push({ clients, paymentsPerSecond: payments / rounds, ratio: payments / updates })
    }
    return results
  } finally {
    await sql.end()
    await database.destroy()
  }
}
