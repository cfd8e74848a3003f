import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { setCaller, startDatabase, withRollback } from '../fixtures/database'
import { ledgerProblems } from '../fixtures/payments'

type Statement = {
  opening_balance: number
  closing_balance: number
  entries: { description: string; amount: number }[]
}

const database = startDatabase({ seed: true })
const empty = startDatabase()
const customerId = '00000000-0000-4000-8000-000000024680'

const idOf = async (email: string) =>
  String((await database.sql`select id from auth.users where email = ${email}`)[0]?.id)

/** The number of the user's payments from or to this name. */
const countPayments = async (id: string, incoming: boolean, name: string) =>
  Number(
    (
      await database.sql`
        select count(*) from public.transactions where user_id = ${id} and incoming = ${incoming}
          and ${name} = case when incoming then from_account_holder_name else to_account_holder_name end`
    )[0]?.count,
  )

describe('the demo users', () => {
  test('there are six demo users, each with a PIN that signs in', async () => {
    const people = await database.sql`
      select u.email, p.full_name, p.approved, private.read_pin(u.id) as pin,
        u.encrypted_password = extensions.crypt(private.read_pin(u.id) || '0', u.encrypted_password) as signs_in,
        array(select r.role from public.user_roles r where r.user_id = u.id) as roles,
        (select count(*)::integer from public.admin_permissions a where a.admin_id = u.id) as permissions,
        exists (select from public.accounts a where a.user_id = u.id) as has_account
      from auth.users u join public.profiles p on p.id = u.id
      where u.email like '%@fernbank.example' order by u.email`
    const person = { approved: true, signs_in: true, roles: [] as string[], permissions: 0, has_account: true }
    expect(people).toEqual([
      {
        ...person,
        email: 'admin@fernbank.example',
        full_name: 'Admin Adams',
        pin: '73310',
        roles: ['admin'],
        permissions: 6,
      },
      { ...person, email: 'customer@fernbank.example', full_name: 'Customer Carter', pin: '24680' },
      { ...person, email: 'payee@fernbank.example', full_name: 'Payee Patel', pin: '13579' },
      {
        ...person,
        email: 'pending@fernbank.example',
        full_name: 'Pending Price',
        pin: '55221',
        approved: false,
        has_account: false,
      },
      {
        ...person,
        email: 'second@fernbank.example',
        full_name: 'Second Sato',
        pin: '60417',
        roles: ['admin', 'super_admin'],
        permissions: 7,
      },
      { ...person, email: 'super@fernbank.example', full_name: 'Super Singh', pin: '91827', roles: ['super_admin'] },
    ])
  })

  test('a small payment to a new payee needs no warning, because they have known their payees for months', async () => {
    const [row] = await database.sql`
      select (private.rules_for(
        private.read_payment(${customerId}, private.payment_to(('New Payee', '20-00-00', '12345678'), '25')), 'unavailable', now()
      )).warnings as reasons`
    expect(row?.reasons).toEqual([])
  })

  test('a change of the payment rules can be tried on their history', async () => {
    const [row] = await database.sql<{ tried: { payments: number; after: { warned: number; regular: number } } }[]>`
      select private.try_rules(private.rules_in_force(), (
        select jsonb_agg(case when r ->> 'name' = 'unconfirmed_name' then r || '{"threshold": 20}' else r end)
        from jsonb_array_elements(private.rules_in_force()) r
      ), now()) as tried`
    expect(row?.tried.payments).toBeGreaterThan(50)
    expect(row?.tried.after.warned).toBeGreaterThan(0)
    expect(row?.tried.after.regular).toBeGreaterThan(0)
  })

  test('the auth server can read them: each has an identity and no null token', async () => {
    const users = await database.sql`
      select i.email, u.confirmation_token || u.recovery_token || u.email_change_token_new || u.email_change
        || u.email_change_token_current || u.phone_change || u.phone_change_token || u.reauthentication_token as tokens
      from auth.users u join auth.identities i on i.user_id = u.id and i.provider_id = u.id::text
      where u.email like '%@fernbank.example'`
    expect(users.map(({ tokens }) => tokens as unknown)).toEqual(['', '', '', '', '', ''])
  })
})

describe('the demo customer’s history', () => {
  test('covers seven months without a gap of two weeks and without future rows', async () => {
    const id = await idOf('customer@fernbank.example')
    const [row] = await database.sql`
      select min(created_at) <= now() - interval '7 months' + interval '2 days' as long, max(created_at) < now() as past,
        max(gap) < interval '14 days' as steady, count(*)::integer as rows, count(*) filter (where incoming)::integer as incoming,
        count(distinct extract(hour from created_at))::integer as hours
      from (select created_at, incoming, created_at - lag(created_at) over (order by created_at) as gap
        from public.transactions where user_id = ${id}) t`
    expect(row).toMatchObject({ long: true, past: true, steady: true })
    expect(row?.rows).toBeGreaterThan(120)
    expect(row?.incoming).toBeGreaterThan(10)
    expect(row?.hours).toBeGreaterThan(8)
  })

  test('the history has payments in both directions between customer and payee, on both sides', async () => {
    const [customer, payee] = [await idOf('customer@fernbank.example'), await idOf('payee@fernbank.example')]
    expect(await countPayments(customer, false, 'Payee Patel')).toBeGreaterThan(4)
    expect(await countPayments(payee, true, 'Customer Carter')).toBe(
      await countPayments(customer, false, 'Payee Patel'),
    )
    expect(await countPayments(customer, true, 'Payee Patel')).toBeGreaterThan(4)
    expect(await countPayments(payee, false, 'Customer Carter')).toBe(
      await countPayments(customer, true, 'Payee Patel'),
    )
  })

  test('keeps a positive balance within a plausible range, and the ledger agrees', async () => {
    const balances = await database.sql`
      select u.email, a.balance::float as balance, (select min(e.balance_after)::float from private.ledger_entries e where e.account_id = a.id) as lowest
      from public.accounts a join auth.users u on u.id = a.user_id where u.email like '%@fernbank.example'`
    for (const { balance, lowest } of balances) {
      expect(lowest).toBeGreaterThan(100)
      expect(balance).toBeGreaterThan(1000)
      expect(balance).toBeLessThan(20_000)
    }
    expect(await ledgerProblems(database.sql)).toEqual([])
  })
})

test('the demo customer has two unread notifications, one of type security', async () => {
  expect(
    await database.sql`select type, read from public.user_notifications where user_id = ${customerId} order by created_at`,
  ).toEqual([
    { type: 'welcome', read: false },
    { type: 'security', read: false },
  ])
})

test('the demo customer has one credited scheduled payment and one due in a week', async () => {
  expect(
    await database.sql`
      select amount::float, processed, scheduled_for > now() + interval '5 days' and scheduled_for < now() + interval '9 days' as next_week
      from public.scheduled_payments where user_id = ${customerId} order by scheduled_for`,
  ).toEqual([
    { amount: 120, processed: true, next_week: false },
    { amount: 86.4, processed: false, next_week: true },
  ])
  expect(
    await database.sql`
      select amount, reference from public.transactions where user_id = ${customerId} and from_account_holder_name = 'Grandma Carter'`,
  ).toEqual([{ amount: '120.00', reference: 'BIRTHDAY' }])
  expect(await ledgerProblems(database.sql)).toEqual([])
})

test('no demo user has a chat', async () => {
  expect(await database.sql`select id from public.chat_conversations`).toHaveLength(0)
})

test('the demo customer’s statements name every entry and close with the balance', () =>
  withRollback(database.sql, async (db) => {
    const sessionId = randomUUID()
    await db`insert into auth.sessions (id, user_id, created_at, updated_at) values (${sessionId}, ${customerId}, now(), now())`
    await setCaller(db, { id: customerId, email: 'customer@fernbank.example', sessionId })
    const months = await db<{ month: string; statement: Statement }[]>`
      select m.month::text, public.get_statement(m.month, (m.month + interval '1 month')::date - 1) as statement from public.get_statement_months() m order by m.month`
    const entries = months.flatMap(({ statement }) => statement.entries)
    const [account] = await db`select balance::float from public.accounts`
    expect(months.at(-1)?.statement.closing_balance).toBe(account?.balance)
    expect(months[0]?.statement.opening_balance).toBe(5000)
    expect(entries.filter(({ description }) => description === 'Removed from your list')).toEqual([])
    expect(entries.filter(({ description }) => description === 'Grandma Carter')).toMatchObject([{ amount: 120 }])
    expect(entries.reduce((pence, { amount }) => pence + Math.round(amount * 100), 500_000)).toBe(
      Math.round(Number(account?.balance) * 100),
    )
  }))

test('a second run changes nothing, and a run keeps the password hash cost', async () => {
  const seed = await readFile(new URL('../../seed.sql', import.meta.url), 'utf8')
  const state = async () => [
    ...(await empty.sql`
      select (select count(*)::integer from auth.users) as users, (select count(*)::integer from private.ledger_entries) as entries,
        (select password_hash_cost from private.settings) as cost`),
  ]
  await empty.sql`update private.settings set password_hash_cost = 11 where only_row`
  await empty.sql.unsafe(seed).simple()
  const first = await state()
  expect(first).toMatchObject([{ users: 6, cost: 11 }])
  await empty.sql.unsafe(seed).simple()
  expect(await state()).toEqual(first)
})
