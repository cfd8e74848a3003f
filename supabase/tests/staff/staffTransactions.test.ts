import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Db,
  type Person,
  actingAs,
  hintOfRequest,
  refusalOf,
  request,
  withRollback,
  setCaller,
} from '../fixtures/database'
import { signInAgain } from '../fixtures/devices'
import { createRegularPayment, dayFromToday, scheduleFuturePayment, setUndoWindow } from '../fixtures/outgoingPayments'
import { payAs, externalPayee } from '../fixtures/payments'
import { type Customer, addAdmin, addCustomer, anAdmin, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, alice, bob, viewer } = withPeople(
  { alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker'), viewer: anAdmin(['view_transactions']) },
  { once: true },
)

type Row = { id: string; created_at: string; user_email: string | null; reference: string | null; amount: number }
type Next = { next_after: string | null; next_after_id: string | null }
type Page = Next & { transactions: Row[]; read_at: string }
type Filter = { search?: string; min?: string; max?: string; from?: string; until?: string; status?: string }
type Step = { after?: Next; limit?: number }

/** The arguments that each function of a search takes. */
const chosen = (db: Db, { search, min, max, from, until, status }: Filter) => db`
  p_search => ${search ?? null}, p_min => ${min ?? null}::text::numeric, p_max => ${max ?? null}::text::numeric,
  p_from => ${from ?? null}::text::date, p_until => ${until ?? null}::text::date, p_status => ${status ?? null}`
const place = (db: Db, after: Next | undefined) => db`
  p_after => ${after?.next_after ?? null}::text::timestamptz, p_after_id => ${after?.next_after_id ?? null}`

const read = async (db: Db, filter: Filter = {}, { after, limit }: Step = {}) => {
  const [row] = await db<[{ page: Page }]>`
    select public.list_all_transactions(
      ${chosen(db, filter)}, ${place(db, after)}, p_limit => ${limit ?? null}
    ) as page`
  return row.page
}
/** Audits the search in a request of its own. */
const record = (filter: Filter = {}, who: Person = viewer) =>
  as(who)`select public.record_transaction_search(${chosen(sql, filter)})`
/** Both requests; the second one in the transaction of `db`. */
const list = async (db: Db, filter: Filter = {}, step: Step = {}) => {
  await record(filter)
  return read(db, filter, step)
}
const listed = (filter?: Filter, step?: Step) => request(sql, viewer, (db) => list(db, filter, step))
const referencesOf = async (filter: Filter, step?: Step) =>
  (await listed(filter, step)).transactions.map(({ reference }) => reference)

/** Inserts transactions with past times, as the owner. */
const addRows = (
  db: Db,
  owner: Customer,
  rows: { at: string; reference: string; status?: string; reversed?: string }[],
) => db`
  insert into public.transactions (
    movement_id, user_id, from_account_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference, status, reversed_at
  )
  select gen_random_uuid(), ${owner.id}, ${owner.account.id}, at, 1, '12-34-56', '12345678', 'Shop', reference,
    coalesce(status, 'completed'), reversed
  from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
    as row (at timestamptz, reference text, status text, reversed timestamptz)`

beforeAll(async () => {
  const toBob = { sortCode: bob.account.sort_code, accountNumber: bob.account.account_number }
  for (const payment of [
    { ...externalPayee, name: 'Café Zürich', amount: '12.34', reference: 'breakfast' },
    { ...externalPayee, name: '100% Wool', amount: '50', reference: 'a_b' },
    { ...toBob, name: 'Bob as typed', amount: '50.01', reference: 'axb' },
  ])
    await payAs(sql, alice, payment)
  await payAs(sql, bob, { ...externalPayee, amount: '1000' })
})

describe('list_all_transactions', () => {
  test('returns every column for both sides of a payment, newest first', async () => {
    const { transactions, read_at: readAt, ...next } = await listed()
    expect(Date.parse(readAt)).not.toBeNaN()
    expect(next).toEqual({ next_after: null, next_after_id: null })
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
      is_credit_missing: false,
      account_type: 'current',
      is_own_move: false,
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
    withRollback(sql, async (db) => {
      await db`
        insert into public.transactions (movement_id, user_id, from_account_id, amount, to_sort_code, to_account_number, to_account_holder_name)
        values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 3, '12-34-56', '12345678', 'Ghost')`
      await setCaller(db, viewer)
      expect((await list(db, { search: 'ghost' })).transactions).toMatchObject([
        { user_email: null, from_account: null, amount: 3 },
      ])
      expect((await list(db, { search: 'ghost test.example' })).transactions).toEqual([])
    }))
})

describe('the search', () => {
  test('finds both rows of a payment by the id of either, as a receipt shows it', async () => {
    const [paid] = (await listed({ search: 'Bob as typed' })).transactions
    const { transactions } = await listed({ search: ` Payment ID: ${paid?.id.toUpperCase()}` })
    expect(transactions.map(({ reference }) => reference)).toEqual(['axb', 'axb'])
    const other = transactions.find(({ id }) => id !== paid?.id)
    expect((await listed({ search: other?.id })).transactions).toEqual(transactions)
    expect(await referencesOf({ search: paid?.id, status: 'failed' })).toEqual([])
    expect(await referencesOf({ search: alice.id })).toEqual([])
  })

  test.each([
    ['£50', ['a_b']],
    ['-£50.01', ['axb', 'axb']],
    ['1,000', [null]],
    ['1,000.00', [null]],
    ['12.3', []],
    ['100', ['a_b']],
    ['0.00', []],
  ])('finds the amount %s, and texts that hold it', async (search, references) => {
    expect(await referencesOf({ search })).toEqual(references)
  })

  test('finds what an account number is part of, with or without the sort code', async () => {
    const { account_number: number, sort_code: sortCode } = bob.account
    for (const search of [number, `${sortCode} ${number}`, `${sortCode.replaceAll('-', '')}${number}`])
      expect([search, await referencesOf({ search })]).toEqual([search, [null, 'axb']])
    expect(await referencesOf({ search: `12-34-56 ${number}` })).toEqual([])
    // An account of another bank.
    const { accountNumber, sortCode: otherSortCode } = externalPayee
    expect(await referencesOf({ search: accountNumber })).toEqual([null, 'a_b', 'breakfast'])
    expect(await referencesOf({ search: `${otherSortCode} ${accountNumber}` })).toHaveLength(3)
    expect(await referencesOf({ search: `99-99-99 ${accountNumber}` })).toEqual([])
    expect(await referencesOf({ search: '99999999' })).toEqual([])
  })

  test('finds one user by a whole address, and all users by a part', async () => {
    expect(await referencesOf({ search: ` ${bob.email.toUpperCase()} ` })).toEqual([null, 'axb'])
    expect(await referencesOf({ search: bob.email.slice(0, 20) })).toEqual([null, 'axb'])
    expect(await referencesOf({ search: '@TEST.example' })).toHaveLength(5)
    expect(await referencesOf({ search: 'unknown@test.example' })).toEqual([])
  })

  test.each([
    ['CAFÉ z', ['breakfast']],
    ['as typed', ['axb']],
    ['typed axb', ['axb']],
    ['typed breakfast', []],
    // The user, the payer of an incoming row, and the recipient.
    ['alice archer', ['axb', 'axb', 'a_b', 'breakfast']],
    ['bob baker', [null, 'axb']],
    ['%', ['a_b']],
    ['a_b', ['a_b']],
    [' AXB ', ['axb', 'axb']],
    [String.raw`\ `, []],
    ['null', []],
    ["' or true --", []],
    ['%s %1$s $1', []],
    [' ', [null, 'axb', 'axb', 'a_b', 'breakfast']],
  ])('matches the words of %j literally, in any case', async (search, references) => {
    expect(await referencesOf({ search })).toEqual(references)
  })

  test('each of several words can be a name, an amount, an account number, a sort code or an address', async () => {
    const { account_number: number, sort_code: sortCode } = bob.account
    for (const [search, references] of [
      ['alice 50.01', ['axb', 'axb']],
      ['£50.01 archer', ['axb', 'axb']],
      ['alice £ 1,000', []],
      ['bob 1,000.00', [null]],
      ['wool 50', ['a_b']],
      ['100% 50', ['a_b']],
      ['alice 50', ['a_b']],
      ['12.34 50.01', []],
      [`alice ${number}`, ['axb', 'axb']],
      [`baker ${externalPayee.accountNumber}`, [null]],
      [`alice ${externalPayee.accountNumber} ${externalPayee.sortCode}`, ['a_b', 'breakfast']],
      [`${alice.account.account_number} breakfast`, ['breakfast']],
      [`${sortCode} typed`, ['axb']],
      [`${sortCode.replaceAll('-', '')} 50.01 typed`, ['axb']],
      [`${bob.email} 1000`, [null]],
      [`alice ${bob.email}`, ['axb']],
      ['unknown@test.example 50', []],
    ] as const)
      expect([search, await referencesOf({ search })]).toEqual([search, references])
  })

  test('the search is refused when it is too long', async () => {
    await actingAs(sql, viewer, async (db) => {
      const search = 'x'.repeat(501)
      const filter = chosen(db, { search })
      for (const refused of [
        (q: Db) => q`select public.record_transaction_search(${filter})`,
        (q: Db) => q`select public.record_export(${filter})`,
        (q: Db) => read(q, { search }),
        (q: Db) => q`select public.total_transactions(${filter})`,
        (q: Db) => q`select public.follow_transactions(${filter})`,
        (q: Db) => q`select public.follow_transactions(p_ids => array_fill(gen_random_uuid(), array[101]))`,
      ])
        expect(await refusalOf(db, refused)).toMatchObject({ code: 'PT400' })
    })
  })
})

describe('a filter', () => {
  test.each([
    [{ min: '50', max: '50.01' }, 3],
    [{ min: '50.02' }, 1],
    [{ max: '12.34' }, 1],
    [{ min: '60', max: '50' }, 0],
    [{ min: 'NaN' }, 0],
    [{ min: '50', search: 'wool', status: 'completed' }, 1],
  ])('a filter by %j finds %i', async (filter, count) => {
    expect(await referencesOf(filter)).toHaveLength(count)
  })

  test('a filter by day uses UK time and includes both days', () =>
    withRollback(sql, async (db) => {
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

  test('a filter by status separates completed from reversed', () =>
    withRollback(sql, async (db) => {
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
      expect(await found({ status: 'reversed', search: alice.email })).toEqual(['undone'])
      expect(await found({ status: 'reversed', search: bob.email })).toEqual([])
      expect(await refusalOf(db, (q) => read(q, { status: 'done' }))).toEqual({
        code: 'PT400',
        message: 'Unknown status.',
      })
    }))
})

/** Reads all pages. */
async function allPages(db: Db, filter: Filter): Promise<Page[]> {
  const pages = [await list(db, filter)]
  for (let last = pages.at(-1); last?.next_after && pages.length < 20; last = pages.at(-1))
    pages.push(await read(db, filter, { after: last }))
  return pages
}

describe('pages', () => {
  test('pages of rows with equal times have no gaps or repeats', () =>
    withRollback(sql, async (db) => {
      const rows = Array.from({ length: 120 }, (_, n) => ({
        at: `2024-01-01T12:00:00.12345${Math.floor(n / 50)}Z`,
        reference: `row ${n}`,
      }))
      await addRows(db, alice, rows)
      await setCaller(db, viewer)
      const orders: string[][] = []
      for (const filter of [{}, { search: alice.email }]) {
        const pages = await allPages(db, { ...filter, until: '2024-12-31' })
        expect(pages.map(({ transactions }) => transactions.length)).toEqual([50, 50, 20])
        const ids = pages.flatMap(({ transactions }) => transactions.map(({ id }) => id))
        expect(new Set(ids).size).toBe(120)
        orders.push(ids)
      }
      expect(new Set(orders.map((ids) => ids.join()))).toHaveProperty('size', 1)
      for (const [limit, count] of [
        [7, 7],
        [0, 1],
        [5000, 100],
      ] as const)
        expect((await list(db, { until: '2024-12-31' }, { limit })).transactions).toHaveLength(count)
    }))

  test('stay within the days, also with a cursor of another search', () =>
    withRollback(sql, async (db) => {
      await addRows(db, alice, [{ at: '2024-01-01Z', reference: 'old' }])
      await setCaller(db, viewer)
      const newest = await list(db, {}, { limit: 1 })
      expect((await list(db, { until: '2024-01-01' }, { after: newest })).transactions).toMatchObject([
        { reference: 'old' },
      ])
    }))
})

describe('in a long list', () => {
  beforeAll(async () => {
    await sql`
      insert into public.transactions (movement_id, user_id, from_account_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference, reversed_at)
      select
        gen_random_uuid(), case when n % 1000 = 0 then ${bob.id}::uuid else ${alice.id}::uuid end, ${alice.account.id}, timestamptz '2026-01-01Z' - n * interval '1 minute', 1,
        '12-34-56', '12345678', 'Shop ' || n, 'GROCERIES', case when n in (7, 59999) then now() end
      from generate_series(1, 60000) n`
    await sql`vacuum (analyze) public.transactions, private.recorded_reads, private.audit_log`
  })

  test('a search without hits continues in steps of 10,000 rows and finds an old row', () =>
    actingAs(sql, viewer, async (db) => {
      const rare = { search: 'shop 55555', until: '2025-12-31' }
      const pages = await allPages(db, rare)
      expect(pages.map(({ transactions }) => transactions.length)).toEqual([0, 0, 0, 0, 0, 1, 0])
      expect(pages[0]?.next_after).toBe('2025-12-25T01:20:00+00:00')
      expect(pages.at(-1)).toMatchObject({ next_after: null, next_after_id: null })
    }))

  test('the totals of all steps add up', () =>
    actingAs(sql, viewer, async (db) => {
      const filter = { search: 'groceries', until: '2025-12-31' }
      await record(filter)
      type Totals = Next & { count: number; paid_in: number; paid_out: number }
      const steps: Totals[] = []
      do {
        const [row] = await db<[{ totals: Totals }]>`
          select public.total_transactions(${chosen(db, filter)}, ${place(db, steps.at(-1))}) as totals`
        steps.push(row.totals)
      } while (steps.at(-1)?.next_after && steps.length < 20)
      expect(steps).toHaveLength(7)
      const sum = (name: 'count' | 'paid_in' | 'paid_out') => steps.reduce((total, step) => total + step[name], 0)
      expect([sum('count'), sum('paid_in'), sum('paid_out')]).toEqual([60_000, 0, 60_000])
    }))

  test('no call reads more than one step', () =>
    actingAs(sql, viewer, async (db) => {
      // Counts blocks, because times depend on the load of the machine.
      const blocksOf = async (call: string) => {
        const [row] = await db.unsafe<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>(
          `explain (analyze, buffers, format json) select public.${call}`,
        )
        const plan = row?.['QUERY PLAN'][0].Plan
        return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      const [table] = await sql<
        { blocks: number }[]
      >`select (pg_relation_size('public.transactions') / 8192)::integer as blocks`
      expect(table?.blocks).toBeGreaterThan(1000)
      const [one] = (await list(db, {}, { limit: 1 })).transactions
      for (const filter of [
        {},
        { search: bob.email },
        { search: one?.id },
        { search: bob.account.account_number, status: 'failed' },
        { search: '77.77' },
        { search: '87654300' },
        { min: '2', until: '2025-12-01' },
        { status: 'reversed' },
      ])
        await record(filter)
      // The first call of a session also reads the system catalogue.
      await blocksOf('list_all_transactions()')
      await blocksOf('total_transactions()')
      await blocksOf('follow_transactions()')
      for (const call of [
        'list_all_transactions()',
        `list_all_transactions(p_search => '${one?.id}')`,
        `list_all_transactions(p_search => '77.77')`,
        `list_all_transactions(p_search => '87654300')`,
        `list_all_transactions(p_min => 2, p_until => '2025-12-01')`,
        `list_all_transactions(p_search => '${bob.email}')`,
        `list_all_transactions(p_search => '${bob.account.account_number}', p_status => 'failed')`,
        `list_all_transactions(p_status => 'reversed')`,
        'total_transactions()',
        `total_transactions(p_search => '77.77')`,
        `follow_transactions(p_ids => array['${one?.id}'::uuid])`,
      ])
        expect([call, (await blocksOf(call)) < 900]).toEqual([call, true])
      // Each row's user is looked up by the index.
      await record({ search: 'nowhere' })
      expect(await blocksOf(`list_all_transactions(p_search => 'nowhere')`)).toBeLessThan(45_000)
      expect((await list(db, { status: 'reversed' })).transactions).toHaveLength(2)
    }))
})

describe('follow_transactions', () => {
  type Changes = { transactions: Row[]; is_complete: boolean; states: object[]; read_at: string }
  const follow = async (db: Db, filter: Filter, since: string, ids: string[] = []) => {
    await record(filter)
    const [row] = await db<[{ changes: Changes }]>`
      select public.follow_transactions(${chosen(db, filter)}, p_since => ${since}::text::timestamptz, p_ids => ${ids}::uuid[]) as changes`
    return row.changes
  }

  test('returns what matches since a time, and payments that began up to 30 seconds before it', () =>
    withRollback(sql, async (db) => {
      await addRows(db, alice, [
        { at: '2200-01-01T11:59:29Z', reference: 'fresh before' },
        { at: '2200-01-01T11:59:31Z', reference: 'fresh during' },
        { at: '2200-01-01T12:00:10Z', reference: 'fresh after' },
        { at: '2200-01-01T12:00:11Z', reference: 'other' },
      ])
      await setCaller(db, viewer)
      const changes = await follow(db, { search: 'fresh' }, '2200-01-01T12:00:00Z')
      expect(changes.transactions.map(({ reference }) => reference)).toEqual(['fresh after', 'fresh during'])
      expect(changes).toMatchObject({ is_complete: true, states: [] })
    }))

  test('says when there are more than 100', () =>
    withRollback(sql, async (db) => {
      await addRows(
        db,
        alice,
        Array.from({ length: 101 }, () => ({ at: '2200-01-01T12:00:00Z', reference: 'crowd' })),
      )
      await setCaller(db, viewer)
      const changes = await follow(db, { search: 'crowd' }, '2200-01-01T12:00:00Z')
      expect(changes.transactions).toHaveLength(100)
      expect(changes.is_complete).toBe(false)
    }))

  test('returns the states of shown transactions', () =>
    withRollback(sql, async (db) => {
      await addRows(db, alice, [{ at: '2024-01-01Z', reference: 'undone', reversed: '2024-02-01Z' }])
      await setCaller(db, viewer)
      const [row] = (await list(db, { search: 'undone', status: 'reversed' })).transactions
      const changes = await follow(db, {}, '2200-01-01Z', [row?.id ?? '', alice.id])
      expect(changes.states).toEqual([
        {
          id: row?.id,
          status: 'completed',
          reversed_at: expect.stringContaining('2024-02-01'),
          is_credit_missing: false,
        },
      ])
    }))
})

describe('a recorded search', () => {
  const rowsOf = (who: Person, action = 'list_transactions') => sql`
    select details, person_name from private.audit_log where action = ${action} and actor_id = ${who.id} order by id`

  test('a record is audited once an hour, without its text, and with the user whom it names', async () => {
    const other = await addAdmin(sql, ['view_transactions'])
    for (const filter of [{}, {}, { search: 'mill lane' }, { search: 'mill lane' }, { search: 'mill' }, { min: '5' }])
      await record(filter, other)
    await record({ search: alice.email }, other)
    await record({ search: bob.account.account_number }, other)
    expect(await rowsOf(other)).toEqual([
      { details: {}, person_name: null },
      { details: { searched: true }, person_name: null },
      { details: { searched: true }, person_name: null },
      { details: { least: 5 }, person_name: null },
      { details: { searched: true, user_id: alice.id }, person_name: 'Alice Archer' },
      { details: { searched: true, user_id: bob.id }, person_name: 'Bob Baker' },
    ])
  })

  test('a search needs a record: for this filter, in this session, committed, and at most ten minutes old', async () => {
    const other = await addAdmin(sql, ['view_transactions'])
    const calls = [
      (db: Db) => db`select public.list_all_transactions(p_search => 'mill')`,
      (db: Db) => db`select public.total_transactions(p_search => 'mill')`,
      (db: Db) => db`select public.follow_transactions(p_search => 'mill')`,
    ]
    const expectRefused = (who: Person, before?: (db: Db) => PromiseLike<unknown>) =>
      actingAs(sql, who, async (db) => {
        await before?.(db)
        for (const call of calls) expect(await refusalOf(db, call)).toMatchObject({ code: 'PT409' })
      })
    await expectRefused(other)
    await expectRefused(other, (db) => db`select public.record_transaction_search(p_search => 'mill')`)
    await record({ search: 'mills' }, other)
    await record({}, other)
    await expectRefused(other)
    await record({ search: 'mill' }, other)
    await expectRefused(await signInAgain(sql, other))
    for (const call of calls) await request(sql, other, call)
    for (const [minutes, isAnswered] of [
      [9, true],
      [11, false],
    ] as const)
      await withRollback(sql, async (db) => {
        await db`
          update private.recorded_reads r set read_at = now() - make_interval(mins => ${minutes}::integer)
          from private.audit_log l where l.id = r.audit_id and l.actor_id = ${other.id}`
        await setCaller(db, other)
        for (const call of calls) {
          const answer = isAnswered ? call(db) : refusalOf(db, call)
          expect(await answer).toMatchObject(isAnswered ? [{}] : { code: 'PT409' })
        }
      })
  })

  test('a record of details is audited once an hour for each transaction', async () => {
    const other = await addAdmin(sql, ['view_transactions'])
    const [shown] = (await listed({ search: 'breakfast' })).transactions
    const details = (db: Db) => db`select public.get_transaction_details(${shown?.id ?? null})`
    const view = (db: Db) => db`select public.record_transaction_view(${shown?.id ?? null}, 'payment_review')`
    await actingAs(sql, other, async (db) => {
      expect(await refusalOf(db, details)).toMatchObject({ code: 'PT409' })
      await view(db)
      expect(await refusalOf(db, details)).toMatchObject({ code: 'PT409' })
      expect(
        await refusalOf(db, (q) => q`select public.record_transaction_view(${alice.id}, 'payment_review')`),
      ).toMatchObject({
        code: 'PT404',
      })
    })
    await Promise.all(Array.from({ length: 5 }, () => request(sql, other, view)))
    await request(sql, other, view)
    await request(sql, other, details)
    expect(await rowsOf(other, 'view_transaction')).toEqual([
      { details: { transaction_id: shown?.id, reason: 'payment_review' }, person_name: 'Alice Archer' },
    ])
    const stranger = await addAdmin(sql, ['approve_users'])
    await actingAs(sql, stranger, async (db) => expect(await refusalOf(db, view)).toMatchObject({ code: 'PT403' }))
  })
})

describe('record_export', () => {
  const filter = { from: '2001-01-01', until: '2001-12-31', search: 'bulk' }
  const recordExport = (who: Person, asked: Filter) => as(who)`select public.record_export(${chosen(sql, asked)})`
  const count = async (asked: Filter, who = viewer) => {
    await record(asked, who)
    return (await request(sql, who, (db) => read(db, asked, { limit: 1000 }))).transactions.length
  }

  beforeAll(async () => {
    const rows = Array.from({ length: 150 }, () => ({ at: '2001-05-05T12:00:00Z', reference: 'bulk' }))
    await addRows(sql, alice, rows)
  })

  test('allows large pages for the audited filter', async () => {
    expect(await count(filter)).toBe(100)
    await recordExport(viewer, filter)
    expect(
      await sql`
        select actor_id, details from private.audit_log where action = 'export_transactions' order by id desc limit 1`,
    ).toEqual([{ actor_id: viewer.id, details: { since: '2001-01-01', until: '2001-12-31', searched: true } }])
    expect(await count(filter)).toBe(150)
    expect(await count({ ...filter, from: '2001-01-02' })).toBe(100)
    expect(await count({ ...filter, search: 'bul' })).toBe(100)
    const otherWords = { ...filter, search: 'ulk' }
    expect(await hintOfRequest(sql, viewer, (db) => read(db, otherWords, { limit: 1000 }))).toBe('not-recorded')
    expect(await count(filter, await addAdmin(sql, ['view_transactions']))).toBe(100)
  })

  test('allows no large pages after a rollback', async () => {
    const other = await addAdmin(sql, ['view_transactions'])
    await actingAs(sql, other, async (db) => {
      await db`select public.record_export(${chosen(db, filter)})`
    })
    expect(await count(filter, other)).toBe(100)
  })

  test('record_export is valid for an hour', async () => {
    const other = await addAdmin(sql, ['view_transactions'])
    await recordExport(other, filter)
    await sql`
      update private.recorded_reads r set read_at = r.read_at - interval '61 minutes'
      from private.audit_log l where l.id = r.audit_id and l.actor_id = ${other.id}`
    expect(await count(filter, other)).toBe(100)
    await recordExport(other, filter)
    expect(await count(filter, other)).toBe(150)
  })

  test('audits the user of a whole address by id, and no name or address', async () => {
    await recordExport(viewer, { search: alice.email, min: '5' })
    expect(
      await sql`select details from private.audit_log where action = 'export_transactions' order by id desc limit 1`,
    ).toEqual([{ details: { user_id: alice.id, searched: true, least: 5 } }])
  })
})

test('a payment that is held is found by the id of its order', async () => {
  const payer = await addCustomer(sql, 'Petra Payer')
  await setUndoWindow(sql, payer, '30')
  const paid = await payAs(sql, payer, { ...externalPayee, amount: '7' })
  const [order] = await sql<{ id: string }[]>`
    select id from public.outgoing_payments where user_id = ${payer.id}`
  expect((await listed({ search: order?.id })).transactions).toMatchObject([{ id: paid.transaction_id, amount: 7 }])
})

describe('list_payments_to_come', () => {
  type ToCome = {
    count: number | null
    payments: { recipient: string; state: string; amount: number; frequency: string | null }[]
  }
  const toCome = async (filter: Filter = {}) => {
    await record(filter)
    const [row] = await as(viewer)<[{ found: ToCome }]>`
      select public.list_payments_to_come(${chosen(sql, filter)}) as found`
    return row.found
  }

  test('finds scheduled, pending, failed and regular payments by the words of the search', async () => {
    const payer = await addCustomer(sql, 'Tamsin Tocome')
    const make = (name: string, amount: string) =>
      request(sql, payer, (db) => scheduleFuturePayment(db, { name, amount, reference: 'LATER' }))
    const scheduled = await make('Scheduled Shop', '11.50')
    const failed = await make('Failed Shop', '12.50')
    await sql`update public.outgoing_payments set state = 'failed', closed_at = now(), problem = 'No money' where id = ${failed}`
    const old = await make('Old Shop', '1')
    await sql`update public.outgoing_payments set state = 'failed', closed_at = now() - interval '31 days' where id = ${old}`
    const regular = await request(sql, payer, (db) =>
      createRegularPayment(db, { name: 'Regular Shop', reference: 'LATER' }),
    )
    await setUndoWindow(sql, payer, '60')
    await payAs(sql, payer, { ...externalPayee, name: 'Pending Shop', amount: '7', reference: 'LATER' })
    const names = async (filter: Filter) => (await toCome(filter)).payments.map(({ recipient }) => recipient).toSorted()
    expect(await names({ search: 'tamsin later' })).toEqual([
      'Failed Shop',
      'Pending Shop',
      'Regular Shop',
      'Scheduled Shop',
    ])
    expect((await toCome({ search: 'tamsin 11.50' })).payments).toMatchObject([
      { recipient: 'Scheduled Shop', state: 'scheduled' },
    ])
    expect(await names({ search: payer.email, status: 'failed' })).toEqual(['Failed Shop'])
    expect(await names({ search: scheduled })).toEqual(['Scheduled Shop'])
    expect(await names({ search: 'tamsin', min: '12' })).toEqual(['Failed Shop'])
    expect(await names({ search: 'tamsin', status: 'completed' })).toEqual([])
    expect(await names({ search: 'tamsin', until: dayFromToday(0) })).toEqual(['Pending Shop'])
    await as(payer)`select public.set_regular_payment_state(${regular.id}, 'paused')`
    expect(await toCome({ search: 'regular shop' })).toMatchObject({
      count: 1,
      payments: [{ state: 'paused', frequency: 'weekly' }],
    })
  })

  test('the payments to come need view_transactions and a recorded search', async () => {
    const unrecorded = (db: Db) => db`select public.list_payments_to_come(p_search => 'never recorded')`
    await actingAs(sql, viewer, async (db) => expect(await refusalOf(db, unrecorded)).toMatchObject({ code: 'PT409' }))
    for (const who of [alice, await addAdmin(sql, ['approve_users', 'manage_chat'])])
      await actingAs(sql, who, async (db) => expect(await refusalOf(db, unrecorded)).toMatchObject({ code: 'PT403' }))
  })
})
