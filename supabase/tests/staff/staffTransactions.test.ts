import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Db,
  type Person,
  actingAs,
  refusalOf,
  request,
  withRollback,
  setCaller,
  startDatabase,
} from '../fixtures/database'
import { externalPayee, makePayment } from '../fixtures/payments'
import { type Customer, addAdmin, addCustomer } from '../fixtures/people'

const database = startDatabase()
let alice: Customer
let bob: Customer
let viewer: Person

type Row = { id: string; created_at: string; user_email: string | null; reference: string | null; amount: number }
type Page = { transactions: Row[]; next_before: string | null; next_before_id: string | null }
type Filter = {
  email?: string
  recipient?: string
  reference?: string
  min?: string
  max?: string
  from?: string
  until?: string
  status?: string
  limit?: number
  after?: Page
}

const list = async (db: Db, filter: Filter = {}) => {
  const [row] = await db<{ page: Page }[]>`
    select public.list_all_transactions(
      p_email => ${filter.email ?? null}, p_recipient => ${filter.recipient ?? null}, p_reference => ${filter.reference ?? null},
      p_min => ${filter.min ?? null}::text::numeric, p_max => ${filter.max ?? null}::text::numeric,
      p_from => ${filter.from ?? null}::text::date, p_until => ${filter.until ?? null}::text::date,
      p_status => ${filter.status ?? null}, p_before => ${filter.after?.next_before ?? null}::text::timestamptz,
      p_before_id => ${filter.after?.next_before_id ?? null}, p_limit => ${filter.limit ?? null}
    ) as page`
  if (!row) throw new Error('list_all_transactions returned no row')
  return row.page
}
const listed = (filter?: Filter) => request(database.sql, viewer, (db) => list(db, filter))
const referencesOf = async (filter: Filter) => (await listed(filter)).transactions.map(({ reference }) => reference)

/** Inserts transactions with past times, as the owner. */
const addRows = (
  db: Db,
  owner: Customer,
  rows: { at: string; reference: string; status?: string; reversed?: string }[],
) => db`
  insert into public.transactions (
    user_id, from_account_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference, status, reversed_at
  )
  select ${owner.id}, ${owner.account.id}, at, 1, '12-34-56', '12345678', 'Shop', reference, coalesce(status, 'completed'), reversed
  from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
    as row (at timestamptz, reference text, status text, reversed timestamptz)`

beforeAll(async () => {
  alice = await addCustomer(database.sql, 'Alice Archer')
  bob = await addCustomer(database.sql, 'Bob Baker')
  viewer = await addAdmin(database.sql, ['view_transactions'])
  const toBob = { sortCode: bob.account.sort_code, accountNumber: bob.account.account_number }
  for (const payment of [
    { ...externalPayee, name: 'Café Zürich', amount: '12.34', reference: 'breakfast' },
    { ...externalPayee, name: '100% Wool', amount: '50', reference: 'a_b' },
    { ...toBob, name: 'Bob as typed', amount: '50.01', reference: 'axb' },
  ])
    await request(database.sql, alice, (db) => makePayment(db, payment))
  await request(database.sql, bob, (db) => makePayment(db, { ...externalPayee, amount: '1000' }))
})

describe('list_all_transactions', () => {
  test('returns every column for both sides of a payment, newest first', async () => {
    const { transactions, ...next } = await listed()
    expect(next).toEqual({ next_before: null, next_before_id: null })
    expect(transactions).toHaveLength(5)
    const both = transactions.filter(({ reference }) => reference === 'axb')
    const common = {
      id: expect.any(String),
      created_at: expect.any(String),
      from_account: alice.account.account_number,
      to_account: bob.account.account_number,
      sort_code: bob.account.sort_code,
      reference: 'axb',
      amount: 50.01,
      status: 'completed',
      reversed_at: null,
    }
    expect(both).toHaveLength(2)
    expect(both).toEqual(
      expect.arrayContaining([
        { ...common, user_email: alice.email, recipient: 'Bob as typed', incoming: false },
        { ...common, user_email: bob.email, recipient: 'Bob Baker', incoming: true },
      ]),
    )
    expect(transactions.map(({ amount }) => amount)).toEqual([1000, 50.01, 50.01, 50, 12.34])
    expect(transactions[0]).toMatchObject({ user_email: bob.email, reference: null })
  })

  test('returns rows of deleted users and accounts', () =>
    withRollback(database.sql, async (db) => {
      await db`
        insert into public.transactions (user_id, from_account_id, amount, to_sort_code, to_account_number, to_account_holder_name)
        values (gen_random_uuid(), gen_random_uuid(), 3, '12-34-56', '12345678', 'Ghost')`
      await setCaller(db, viewer)
      expect((await list(db, { recipient: 'ghost' })).transactions).toMatchObject([
        { user_email: null, from_account: null, amount: 3 },
      ])
      expect((await list(db, { email: 'test.example', recipient: 'ghost' })).transactions).toEqual([])
    }))
})

describe('a filter', () => {
  test('by email finds one user by a whole address, and all users by a part', async () => {
    expect(await referencesOf({ email: ` ${bob.email.toUpperCase()} ` })).toEqual([null, 'axb'])
    expect(await referencesOf({ email: bob.email.slice(0, 20) })).toEqual([null, 'axb'])
    expect(await referencesOf({ email: '@TEST.example' })).toHaveLength(5)
    expect(await referencesOf({ email: 'unknown@test.example' })).toEqual([])
    expect(await referencesOf({ email: '%' })).toEqual([])
  })

  test.each([
    [{ recipient: 'CAFÉ z' }, ['breakfast']],
    [{ recipient: '%' }, ['a_b']],
    [{ recipient: 'as typed' }, ['axb']],
    [{ reference: 'a_b' }, ['a_b']],
    [{ reference: ' AXB ' }, ['axb', 'axb']],
    [{ reference: 'null' }, []],
    [{ recipient: "' or true --" }, []],
    [{ recipient: '%s %1$s $1' }, []],
    [{ reference: '$12' }, []],
  ])('by text matches %j literally, in any case', async (filter, references) => {
    expect(await referencesOf(filter)).toEqual(references)
  })

  test.each([
    [{ min: '50', max: '50.01' }, 3],
    [{ min: '50.02' }, 1],
    [{ max: '12.34' }, 1],
    [{ min: '60', max: '50' }, 0],
    [{ min: 'NaN' }, 0],
    [{ min: '50', recipient: 'wool', status: 'completed' }, 1],
  ])('by %j finds %i', async (filter, count) => {
    expect(await referencesOf(filter)).toHaveLength(count)
  })

  test('by day uses UK time and includes both days', () =>
    withRollback(database.sql, async (db) => {
      await addRows(db, alice, [
        { at: '2024-03-30T23:59:59.999999Z', reference: 'before' },
        { at: '2024-03-31T00:00:00Z', reference: 'first' },
        { at: '2024-03-31T22:59:59.999999Z', reference: 'last' },
        { at: '2024-03-31T23:00:00Z', reference: 'after' },
      ])
      await setCaller(db, viewer)
      const found = async (filter: Filter) => (await list(db, filter)).transactions.map(({ reference }) => reference)
      expect(await found({ from: '2024-03-31', until: '2024-03-31' })).toEqual(['last', 'first'])
      expect(await found({ until: '2024-03-30' })).toEqual(['before'])
      expect(await found({ from: '2024-04-01', until: '2024-12-31' })).toEqual(['after'])
      expect(await found({ from: '2024-04-02', until: '2024-04-01' })).toEqual([])
    }))

  test('by status separates completed from reversed', () =>
    withRollback(database.sql, async (db) => {
      await addRows(db, alice, [
        { at: '2024-01-01Z', reference: 'done' },
        { at: '2024-01-02Z', reference: 'undone', reversed: '2024-02-01Z' },
        { at: '2024-01-03Z', reference: 'waits', status: 'pending' },
        { at: '2024-01-04Z', reference: 'broke', status: 'failed' },
      ])
      await setCaller(db, viewer)
      const found = async (filter: Filter) => (await list(db, filter)).transactions.map(({ reference }) => reference)
      expect(await found({ status: 'completed', until: '2024-12-31' })).toEqual(['done'])
      expect(await found({ status: 'reversed' })).toEqual(['undone'])
      expect(await found({ status: 'pending' })).toEqual(['waits'])
      expect(await found({ status: 'failed' })).toEqual(['broke'])
      expect(await found({ status: 'reversed', email: alice.email })).toEqual(['undone'])
      expect(await found({ status: 'reversed', email: bob.email })).toEqual([])
      expect(await refusalOf(db, (q) => list(q, { status: 'done' }))).toEqual({
        code: 'PT400',
        message: 'Unknown status.',
      })
    }))
})

/** Reads all pages. */
async function allPages(db: Db, filter: Filter): Promise<Page[]> {
  const pages = [await list(db, filter)]
  for (let last = pages.at(-1); last?.next_before && pages.length < 20; last = pages.at(-1))
    pages.push(await list(db, { ...filter, after: last }))
  return pages
}

describe('pages', () => {
  test('of rows with equal times have no gaps or repeats', () =>
    withRollback(database.sql, async (db) => {
      const rows = Array.from({ length: 120 }, (_, n) => ({
        at: `2024-01-01T12:00:00.12345${Math.floor(n / 50)}Z`,
        reference: `row ${n}`,
      }))
      await addRows(db, alice, rows)
      await setCaller(db, viewer)
      for (const filter of [{}, { email: alice.email }]) {
        const pages = await allPages(db, { ...filter, until: '2024-12-31' })
        expect(pages.map(({ transactions }) => transactions.length)).toEqual([50, 50, 20])
        expect(new Set(pages.flatMap(({ transactions }) => transactions.map(({ id }) => id))).size).toBe(120)
      }
      for (const [limit, count] of [
        [7, 7],
        [0, 1],
        [5000, 100],
      ] as const)
        expect((await list(db, { limit, until: '2024-12-31' })).transactions).toHaveLength(count)
    }))

  test('stay within the days, also with a cursor of another search', () =>
    withRollback(database.sql, async (db) => {
      await addRows(db, alice, [{ at: '2024-01-01Z', reference: 'old' }])
      await setCaller(db, viewer)
      const newest = await list(db, { limit: 1 })
      expect((await list(db, { until: '2024-01-01', after: newest })).transactions).toMatchObject([
        { reference: 'old' },
      ])
    }))
})

describe('in a long list', () => {
  beforeAll(async () => {
    await database.sql`
      insert into public.transactions (user_id, from_account_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference, reversed_at)
      select
        case when n % 1000 = 0 then ${bob.id}::uuid else ${alice.id}::uuid end, ${alice.account.id}, timestamptz '2026-01-01Z' - n * interval '1 minute', 1,
        '12-34-56', '12345678', 'Shop ' || n, 'GROCERIES', case when n in (7, 59999) then now() end
      from generate_series(1, 60000) n`
    await database.sql`vacuum (analyze) public.transactions`
  })

  test('a search without hits continues in steps of 10,000 rows and finds an old row', () =>
    actingAs(database.sql, viewer, async (db) => {
      const pages = await allPages(db, { recipient: 'shop 55555', until: '2025-12-31' })
      expect(pages.map(({ transactions }) => transactions.length)).toEqual([0, 0, 0, 0, 0, 1, 0])
      expect(pages[0]?.next_before).toBe('2025-12-25T01:20:00+00:00')
      expect(pages.at(-1)).toMatchObject({ next_before: null, next_before_id: null })
    }))

  test('no call reads more than one step', () =>
    actingAs(database.sql, viewer, async (db) => {
      // Counts blocks, because times depend on the load of the machine.
      const blocksOf = async (filter: string) => {
        const [row] = await db.unsafe<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>(
          `explain (analyze, buffers, format json) select public.list_all_transactions(${filter})`,
        )
        const plan = row?.['QUERY PLAN'][0].Plan
        return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      const [table] = await database.sql<
        { blocks: number }[]
      >`select (pg_relation_size('public.transactions') / 8192)::integer as blocks`
      expect(table?.blocks).toBeGreaterThan(1000)
      // The first call of a session also reads the system catalogue.
      await blocksOf('')
      for (const filter of [
        '',
        `p_recipient => 'nowhere'`,
        `p_min => 2, p_until => '2025-12-01'`,
        `p_email => '${bob.email}', p_reference => 'nowhere'`,
        `p_status => 'reversed'`,
      ])
        expect([filter, (await blocksOf(filter)) < 700]).toEqual([filter, true])
      expect((await list(db, { status: 'reversed' })).transactions).toHaveLength(2)
    }))
})

describe('record_export', () => {
  const filter = { from: '2001-01-01', until: '2001-12-31', reference: 'bulk' }
  const record = (who: Person, { from, until, reference }: Filter) =>
    request(
      database.sql,
      who,
      (db) => db`
        select public.record_export(
          p_reference => ${reference ?? null}, p_from => ${from ?? null}::text::date, p_until => ${until ?? null}::text::date
        )`,
    )
  const count = async (asked: Filter, who = viewer) =>
    (await request(database.sql, who, (db) => list(db, { limit: 1000, ...asked }))).transactions.length

  beforeAll(async () => {
    const rows = Array.from({ length: 150 }, () => ({ at: '2001-05-05T12:00:00Z', reference: 'bulk' }))
    await addRows(database.sql, alice, rows)
  })

  test('allows large pages for the audited filter', async () => {
    expect(await count(filter)).toBe(100)
    await record(viewer, filter)
    expect(
      await database.sql`
        select actor_id, details from private.audit_log where action = 'export_transactions' order by id desc limit 1`,
    ).toEqual([{ actor_id: viewer.id, details: { since: '2001-01-01', until: '2001-12-31', reference: true } }])
    expect(await count(filter)).toBe(150)
    expect(await count({ ...filter, from: '2001-01-02' })).toBe(100)
    expect(await count(filter, await addAdmin(database.sql, ['view_transactions']))).toBe(100)
  })

  test('allows no large pages after a rollback', async () => {
    const other = await addAdmin(database.sql, ['view_transactions'])
    await actingAs(database.sql, other, async (db) => {
      await db`
        select public.record_export(p_reference => 'bulk', p_from => ${filter.from}::text::date, p_until => ${filter.until}::text::date)`
    })
    expect(await count(filter, other)).toBe(100)
  })

  test('is valid for an hour', async () => {
    const other = await addAdmin(database.sql, ['view_transactions'])
    await database.sql`
      insert into private.audit_log (created_at, actor_id, session_id, action, details)
      select now() - interval '61 minutes', ${other.id}, ${other.sessionId}, action, details
      from private.audit_log where action = 'export_transactions' and actor_id = ${viewer.id}`
    expect(await count(filter, other)).toBe(100)
    await record(other, filter)
    expect(await count(filter, other)).toBe(150)
  })

  test('audits the user of a whole address by id, and no name or address', async () => {
    await request(
      database.sql,
      viewer,
      (db) => db`select public.record_export(p_email => ${alice.email}, p_recipient => 'Mill Lane', p_min => 5)`,
    )
    expect(
      await database.sql`select details from private.audit_log where action = 'export_transactions' order by id desc limit 1`,
    ).toEqual([{ details: { user_id: alice.id, email: true, recipient: true, least: 5 } }])
  })
})
