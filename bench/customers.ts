// Creates customers directly in the database, and makes payments as them.
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'

const payeesEach = 20

type Account = { sortCode: string; accountNumber: string }
export type Customer = Account & { id: string; session: string; accountId: string }
export type Pair = [from: Customer, to: Customer]

export async function makeCustomers(sql: postgres.Sql, count: number): Promise<Customer[]> {
  // Hashing so many PINs at the usual cost takes a minute, and no client here sends heartbeats.
  await sql`update private.settings set password_hash_cost = 4, idle_money_minutes = 600`
  const ids = Array.from({ length: count }, () => ({ id: randomUUID(), session: randomUUID() }))
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

/** Sends role and claims with the call, as the API does. */
export async function asCustomer(
  sql: postgres.Sql,
  { id, session }: Customer,
  call: (db: postgres.TransactionSql) => Promise<unknown>,
) {
  const claims = JSON.stringify({ role: 'authenticated', sub: id, session_id: session })
  await sql.begin((db) =>
    Promise.all([
      db`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`,
      call(db),
    ]),
  )
}

export async function pay(
  sql: postgres.Sql,
  [from, to]: [from: Customer, to: Account],
  { amount = '1.00', check = null }: { amount?: string; check?: string | null } = {},
) {
  await asCustomer(
    sql,
    from,
    (db) =>
      db`select * from public.make_payment(
        ${randomUUID()},
        ('Bench Customer', ${to.sortCode}, ${to.accountNumber}, ${amount}, null, ${check}, null, null, null, null)::public.payment_request
      )`,
  )
}

/** Saves each customer's payees. A payment to a saved payee needs no payee check. */
export async function savePayees(sql: postgres.Sql, pairs: [from: Customer, to: Account][]) {
  await sql`
    insert into public.recipients (
      user_id, created_at, account_holder_name, sort_code, account_number, paid_total, paid_name, check_outcome
    )
    select
      r.user_id, now() - interval '1 month', 'Bench Customer', r.sort_code, r.account_number, 1000, 'Bench Customer', 'match'
    from unnest(
      ${pairs.map(([from]) => from.id)}::uuid[], ${pairs.map(([, to]) => to.sortCode)}::text[],
      ${pairs.map(([, to]) => to.accountNumber)}::text[]
    ) r (user_id, sort_code, account_number)
    on conflict do nothing`
}

/** Stores a check of every tenth pair, as check_payee does. */
export async function checkPayees(sql: postgres.Sql, pairs: Pair[]): Promise<{ id: string; pair: Pair }[]> {
  const checks = pairs.filter((_, nth) => nth % 10 === 0).map((pair) => ({ id: randomUUID(), pair }))
  await sql`
    insert into private.payee_checks (id, user_id, created_at, details_hash, outcome, account_id, shows_name, is_counted)
    select
      c.id, c.user_id, now() + interval '1 hour', private.hash_payee('Bench Customer', a.sort_code, a.account_number), 'match',
      a.id, false, false
    from unnest(
      ${checks.map(({ id }) => id)}::uuid[], ${checks.map(({ pair: [from] }) => from.id)}::uuid[],
      ${checks.map(({ pair: [, to] }) => to.accountId)}::uuid[]
    ) c (id, user_id, account_id)
    join public.accounts a on a.id = c.account_id`
  return checks
}

/** Each customer with the next twenty. */
export const payingPairs = (people: Customer[]): Pair[] =>
  people.flatMap((from, place) =>
    [...people.slice(place + 1), ...people.slice(0, place)].slice(0, payeesEach).map((to): Pair => [from, to]),
  )

export function pickOne<T>(items: T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

export function pickOther(people: Customer[], than: Customer): Customer {
  const person = pickOne(people)
  return person === than ? pickOther(people, than) : person
}
