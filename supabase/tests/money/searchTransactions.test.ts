import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, type Person, actingAs, request } from '../fixtures/database'
import { payAs, payeeAt, makePayment } from '../fixtures/payments'
import { withPeople, aCustomer } from '../fixtures/people'

const { sql, alice, bob } = withPeople(
  { alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') },
  { once: true },
)
const payee = { sortCode: '12-34-56', accountNumber: '12345678' }

type Found = {
  id: string
  created_at: string
  amount: string
  reference: string | null
  incoming: boolean
}
type Search = {
  text?: string
  min?: string
  max?: string
  incoming?: boolean
  from?: string
  until?: string
  before?: string
  beforeId?: string
}

// Times as text, because a Date has no microseconds.
const search = async (db: Db, { text, min, max, incoming, from, until, before, beforeId }: Search) => [
  ...(await db<Found[]>`
    select id, created_at::text, amount, reference, incoming from public.search_transactions(
      ${text ?? null}, ${min ?? null}::text::numeric, ${max ?? null}::text::numeric, ${incoming ?? null},
      ${from ?? null}::text::date, ${until ?? null}::text::date, ${before ?? null}::text::timestamptz, ${beforeId ?? null}::uuid
    )`),
]
const searchAs = (person: Person, options: Search) => request(sql, person, (db) => search(db, options))
const referencesOf = async (person: Person, options: Search) =>
  (await searchAs(person, options)).map(({ reference }) => reference)

beforeAll(async () => {
  const payments = [
    { name: 'Café Zürich', amount: '12.34', reference: 'breakfast' },
    { name: '100% Wool', amount: '50', reference: 'a_b' },
    { name: 'Hundred Wool', amount: '50.01', reference: 'axb' },
    { name: 'Back\\slash', amount: '7', reference: "it's %_" },
    { name: 'Joint Name', amount: '1000', reference: null },
  ]
  for (const { name, amount, reference } of payments) await payAs(sql, alice, { ...payee, name, amount, reference })
  await payAs(sql, bob, { ...payeeAt(alice), name: 'Payee', amount: '3', reference: 'from bob' })
})

describe('search_transactions', () => {
  test('finds the other party’s name in any case, for outgoing and incoming payments', async () => {
    expect(await referencesOf(alice, { text: 'CAFÉ z' })).toEqual(['breakfast'])
    expect(await referencesOf(alice, { text: '  bob baker ' })).toEqual(['from bob'])
    // An incoming row also stores the customer's own name.
    expect(await referencesOf(alice, { text: 'alice archer' })).toEqual([])
  })

  test('finds a reference, and matches rows without a reference by name', async () => {
    expect(await referencesOf(alice, { text: 'FROM' })).toEqual(['from bob'])
    expect(await referencesOf(alice, { text: 'joint' })).toEqual([null])
    expect(await referencesOf(alice, { text: 'null' })).toEqual([])
  })

  test.each([
    ['%', ["it's %_", 'a_b']],
    ['_', ["it's %_", 'a_b']],
    ['a_b', ['a_b']],
    ['\\', ["it's %_"]],
    ["it's", ["it's %_"]],
    ['%%%', []],
    ['.*', []],
    ["' or true --", []],
    ['"; drop table public.transactions; --', []],
    ['(((', []],
    ['[a-z', []],
  ])('matches %j literally', async (text, references) => {
    expect(await referencesOf(alice, { text })).toEqual(references)
  })

  test('finds amounts within a range, limits included', async () => {
    expect(await referencesOf(alice, { min: '50', max: '50.01' })).toEqual(['axb', 'a_b'])
    expect(await referencesOf(alice, { min: '50.01' })).toEqual([null, 'axb'])
    expect(await referencesOf(alice, { max: '3' })).toEqual(['from bob'])
    expect(await referencesOf(alice, { text: 'wool', min: '50', max: '50' })).toEqual(['a_b'])
    expect(await referencesOf(alice, { min: '60', max: '50' })).toEqual([])
    expect(await referencesOf(alice, { min: 'NaN' })).toEqual([])
  })

  test.each([
    ['1000', [null]],
    ['£1,000', [null]],
    ['£ 1,000.00', [null]],
    ['-£1,000.00', [null]],
    ['1000.01', []],
    ['999', []],
    ['12.34', ['breakfast']],
    ['12.3', ['breakfast']],
    ['12.', ['breakfast']],
    ['12', ['breakfast']],
    ['12.345', []],
    ['12,34', ['breakfast']],
    ['12,3', ['breakfast']],
    ['12,345', []],
    ['50', ['axb', 'a_b']],
    ['50.00', ['a_b']],
    ['50.01', ['axb']],
    ['£', []],
    ['1'.repeat(13), []],
  ])('finds the amounts that %j names', async (text, references) => {
    expect(await referencesOf(alice, { text })).toEqual(references)
  })

  test('finds a number in a name or reference beside the amounts', async () => {
    await actingAs(sql, alice, async (db) => {
      await makePayment(db, { ...payee, name: 'Flat 12', amount: '80', reference: 'rent' })
      expect((await search(db, { text: '12' })).map(({ reference }) => reference)).toEqual(['rent', 'breakfast'])
    })
  })

  test('finds one direction only', async () => {
    expect(await referencesOf(alice, { incoming: true })).toEqual(['from bob'])
    expect(await referencesOf(alice, { incoming: false, max: '7' })).toEqual(["it's %_"])
  })

  test('finds the days of a range in UK time, both included', () =>
    actingAs(sql, bob, async (db) => {
      await db`select set_config('role', 'none', true)`
      await db`
        insert into public.transactions (movement_id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
        select gen_random_uuid(), ${bob.id}, t.at::timestamptz, 1, '12-34-56', '12345678', 'Clock', t.at
        from unnest(array['2025-06-30T22:59:59Z', '2025-06-30T23:00:00Z', '2025-07-31T22:59:59Z', '2025-07-31T23:00:00Z']) as t (at)`
      await db`select set_config('role', 'authenticated', true)`
      const found = async (options: Search) =>
        (await search(db, { text: 'clock', ...options })).map((row) => row.reference)
      expect(await found({ from: '2025-07-01', until: '2025-07-31' })).toEqual([
        '2025-07-31T22:59:59Z',
        '2025-06-30T23:00:00Z',
      ])
      expect(await found({ from: '2025-08-01' })).toEqual(['2025-07-31T23:00:00Z'])
      expect(await found({ until: '2025-06-30' })).toEqual(['2025-06-30T22:59:59Z'])
      expect(await found({ from: '2025-07-31', until: '2025-07-01' })).toEqual([])
    }))

  test('returns the whole list without a filter, newest first', async () => {
    expect(await referencesOf(alice, {})).toEqual(['from bob', null, "it's %_", 'axb', 'a_b', 'breakfast'])
    expect(await referencesOf(alice, { text: '   ' })).toHaveLength(6)
  })

  test('pages through rows with equal times without gaps or repeats', () =>
    actingAs(sql, bob, async (db) => {
      await db`select set_config('role', 'none', true)`
      await db`
        insert into public.transactions (movement_id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name)
        select gen_random_uuid(), ${bob.id}, timestamptz '2026-01-01 12:00:00.123456Z' - (n / 40) * interval '1 microsecond', 1, '12-34-56', '12345678', 'Many'
        from generate_series(1, 120) n`
      await db`select set_config('role', 'authenticated', true)`
      const seen: string[] = []
      const sizes: number[] = []
      let last: Found | undefined
      do {
        const page = await search(db, {
          text: 'many',
          ...(last ? { before: last.created_at, beforeId: last.id } : {}),
        })
        sizes.push(page.length)
        seen.push(...page.map(({ id }) => id))
        last = page.at(-1)
      } while (last && sizes.length < 10)
      expect(sizes).toEqual([50, 50, 20, 0])
      expect(new Set(seen).size).toBe(120)
    }))

  test('reads little more of a long list than the returned page', () =>
    actingAs(sql, bob, async (db) => {
      await db`select set_config('role', 'none', true)`
      await db`
        insert into public.transactions (movement_id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
        select gen_random_uuid(), ${bob.id}, timestamptz '2026-01-01Z' - n * interval '1 minute', 1, '12-34-56', '12345678', 'Shop ' || n, 'GROCERIES'
        from generate_series(1, 50000) n`
      await db`analyze public.transactions`
      await db`select set_config('role', 'authenticated', true)`
      const blocksOf = async (text: string, from: string | null = null) => {
        const [row] = await db<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>`
          explain (analyze, buffers, format json) select * from public.search_transactions(${text}, p_from => ${from})`
        const plan = row?.['QUERY PLAN'][0].Plan
        return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      // Counts blocks, because times depend on the load of the machine.
      await blocksOf('groceries')
      // Each of the 50 rows reads a few blocks for its category.
      expect(await blocksOf('groceries')).toBeLessThan(400)
      expect(await blocksOf('£1')).toBeLessThan(400)
      expect(await blocksOf('nowhere')).toBeGreaterThan(800)
      expect(await blocksOf('nowhere', '2025-12-31')).toBeLessThan(800)
    }))
})
