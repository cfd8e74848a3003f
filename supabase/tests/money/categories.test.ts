import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { categories } from '../../../src/features/money/categories/categories'
import { authorisation, cardOf, messageAbout, processMessage } from '../fixtures/cards'
import { type Db, type Person, actingAs, refusalOf, request, setCaller, setOwner } from '../fixtures/database'
import { externalPayee, makePayment } from '../fixtures/payments'
import { signUp, withPeople, aCustomer } from '../fixtures/people'

const { sql, alice, bob } = withPeople(
  { alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') },
  { once: true },
)

type Row = {
  name: string
  amount?: string
  at?: string
  incoming?: boolean
  reference?: string
  mcc?: string
  status?: string
  reversed?: boolean
}

/** Inserts transactions of a person as the bank would, with any time and merchant category code. */
async function addRows(db: Db, person: Person, rows: Row[]): Promise<string[]> {
  const ids: string[] = []
  for (const { name, amount = '1', at = '2026-03-10T12:00:00Z', incoming = false, ...row } of rows) {
    const [added] = await db<{ id: string }[]>`
      insert into public.transactions (
        movement_id, user_id, created_at, amount, incoming, status, reversed_at, mcc, reference, to_account_holder_name, from_account_holder_name
      )
      values (
        gen_random_uuid(), ${person.id}, ${at}::text::timestamptz, ${amount}::text::numeric, ${incoming}, ${row.status ?? 'completed'},
        ${row.reversed ? at : null}::text::timestamptz, ${row.mcc ?? null}, ${row.reference ?? null},
        ${incoming ? 'Alice Archer' : name}, ${incoming ? name : null}
      )
      returning id`
    ids.push(added?.id ?? '')
  }
  return ids
}

/** Runs as Alice with these rows in her list, and undoes everything. */
const withRows = (
  rows: Row[],
  run: (db: Parameters<Parameters<typeof actingAs>[2]>[0], ids: string[]) => Promise<void>,
) =>
  actingAs(sql, alice, async (db) => {
    await db`select set_config('role', 'none', true)`
    const ids = await addRows(db, alice, rows)
    await db`select set_config('role', 'authenticated', true)`
    await run(db, ids)
  })

type Search = { category?: string; payee?: string; pending?: boolean }
const search = async (db: Db, { category, payee, pending }: Search = {}) => [
  ...(await db<{ name: string; category: string }[]>`
    select coalesce(from_account_holder_name, to_account_holder_name) as name, category
    from public.search_transactions(
      p_category => ${category ?? null}, p_payee => ${payee ?? null}, p_pending => ${pending ?? null}
    )`),
]
const namesOf = async (db: Db, filters: Search) => (await search(db, filters)).map(({ name }) => name).toSorted()
const choose = (db: Db, id: string, category: string | null, always = false) =>
  db`select public.set_category(${id}, ${category}, ${always})`

describe('the automatic category', () => {
  const cases: [Row, string][] = [
    [{ name: 'Larkspur', mcc: '5411' }, 'groceries'],
    [{ name: 'Larkspur', mcc: '5812' }, 'food_and_drink'],
    [{ name: 'Larkspur', mcc: '3058' }, 'transport'],
    [{ name: 'Larkspur', mcc: '5541' }, 'fuel'],
    [{ name: 'Larkspur', mcc: '5983' }, 'bills'],
    [{ name: 'Larkspur', mcc: '5999' }, 'shopping'],
    [{ name: 'Larkspur', mcc: '6011' }, 'cash'],
    [{ name: 'Larkspur', mcc: '7995' }, 'entertainment'],
    // The code counts before the name; a code without a meaning leaves the name.
    [{ name: 'Tesco', mcc: '5541' }, 'fuel'],
    [{ name: 'Tesco', mcc: '0001' }, 'groceries'],
    [{ name: 'Mill Lane Lettings' }, 'rent'],
    [{ name: 'Rainy Day Savings' }, 'savings'],
    [{ name: 'TESCO STORES 3207' }, 'groceries'],
    [{ name: 'Sainsbury’s' }, 'groceries'],
    // The longest words count.
    [{ name: 'Tesco Petrol 2290' }, 'fuel'],
    [{ name: 'Octopus Energy' }, 'bills'],
    [{ name: 'Boots The Chemist' }, 'health'],
    // Whole words only.
    [{ name: 'Mr Bootsma' }, 'payments'],
    [{ name: 'Grace Trainor' }, 'payments'],
    [{ name: 'A friend', reference: 'Rent' }, 'payments'],
    [{ name: 'Harbour and Vale Ltd', reference: 'SALARY', incoming: true }, 'income'],
    [{ name: 'Larkspur', reference: 'Refund', incoming: true }, 'refund'],
    [{ name: 'Tesco', incoming: true }, 'payments'],
    [{ name: '***' }, 'payments'],
  ]
  test.each(cases)('the automatic category of %o is %s', (row, category) =>
    withRows([row], async (db) => {
      expect(await search(db)).toEqual([{ name: row.name, category }])
    }),
  )

  test('the automatic category of a card payment comes from the code that the network sent, and a refund is a refund', async () => {
    const card = await cardOf(sql, bob)
    const message = authorisation({ card: card.id, amount: '20.00', mcc: '7832', merchant: 'Lighthouse' })
    await processMessage(sql, message)
    await processMessage(sql, messageAbout(message.id, 'clear', '20.00'))
    await processMessage(sql, messageAbout(message.id, 'refund', '5.00'))
    expect(await request(sql, bob, (db) => search(db))).toEqual([
      { name: 'Lighthouse', category: 'refund' },
      { name: 'Lighthouse', category: 'entertainment' },
    ])
  })
})

test('the browser and the database have the same categories', async () => {
  const [constraint] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'spending_category_check'`
  const stored = [...(constraint?.definition.matchAll(/'([a-z_]+)'/g) ?? [])].map(([, name]) => name)
  expect(stored).toEqual(Object.keys(categories))
})

describe('set_category', () => {
  const rows = [{ name: 'Larkspur Supermarket' }, { name: 'LARKSPUR SUPERMARKET 2210' }, { name: 'Larkspur Books' }]

  test('changes one transaction', () =>
    withRows(rows, async (db, [first = '']) => {
      await choose(db, first, 'health')
      await choose(db, first, 'fuel')
      expect(await namesOf(db, { category: 'fuel' })).toEqual(['Larkspur Supermarket'])
      expect(await namesOf(db, { category: 'groceries' })).toEqual(['LARKSPUR SUPERMARKET 2210'])
      expect(await namesOf(db, { category: 'health' })).toEqual([])
    }))

  test('always changes all transactions with the merchant, but none with a category of its own', () =>
    withRows(rows, async (db, [first = '', second = '']) => {
      await choose(db, second, 'health')
      await choose(db, first, 'fuel', true)
      expect(await namesOf(db, { category: 'fuel' })).toEqual(['Larkspur Supermarket'])
      expect(await namesOf(db, { category: 'health' })).toEqual(['LARKSPUR SUPERMARKET 2210'])
      await choose(db, second, 'transport', true)
      expect(await namesOf(db, { category: 'transport' })).toEqual([
        'LARKSPUR SUPERMARKET 2210',
        'Larkspur Supermarket',
      ])
      expect(await namesOf(db, { category: 'shopping' })).toEqual(['Larkspur Books'])
    }))

  test('goes with the transaction that the customer removes', () =>
    withRows(rows, async (db, [first = '']) => {
      await choose(db, first, 'fuel')
      await db`delete from public.transactions where id = ${first}`
      await setOwner(db)
      expect(await db`select from private.transaction_categories`).toHaveLength(0)
    }))

  test("changes nothing for another customer, and refuses another customer's transaction", () =>
    withRows(rows, async (db, [first = '']) => {
      await choose(db, first, 'fuel', true)
      await setOwner(db)
      const [own = ''] = await addRows(db, bob, [{ name: 'Larkspur Supermarket' }])
      await setCaller(db, bob)
      expect(await namesOf(db, { category: 'groceries' })).toEqual(['Larkspur Supermarket'])
      expect(await refusalOf(db, (q) => choose(q, first, 'bills'))).toMatchObject({ code: 'PT404' })
      expect(await refusalOf(db, (q) => choose(q, first, 'bills', true))).toMatchObject({ code: 'PT404' })
      await choose(db, own, 'bills')
      expect(await namesOf(db, { category: 'bills' })).toEqual(['Larkspur Supermarket'])
    }))

  test('refuses what is no category, a long text, and a caller without access', async () => {
    await withRows(rows, async (db, [first = '']) => {
      const refused = { code: 'PT400', message: 'Please choose a category.' }
      for (const category of ['food', '', ' groceries', null])
        expect(await refusalOf(db, (q) => choose(q, first, category))).toMatchObject(refused)
      expect(await refusalOf(db, (q) => choose(q, first, 'x'.repeat(501)))).toMatchObject({ code: 'PT400' })
      expect(await refusalOf(db, (q) => search(q, { category: 'food' }))).toMatchObject(refused)
    })
    const applicant = await signUp(sql)
    await actingAs(sql, applicant, async (db) => {
      expect(await refusalOf(db, (q) => choose(q, applicant.id, 'bills'))).toMatchObject({ code: 'PT403' })
      expect(await refusalOf(db, (q) => q`select * from public.get_spending_by_category()`)).toMatchObject({
        code: 'PT403',
      })
      expect(await refusalOf(db, (q) => q`select * from public.get_spending_by_payee()`)).toMatchObject({
        code: 'PT403',
      })
    })
  })
})

describe('search_transactions', () => {
  test('finds a payee under all names of the merchant, and what is pending', () =>
    withRows(
      [
        { name: 'TESCO STORES 3207', status: 'pending' },
        { name: 'Tesco Stores' },
        { name: 'SQ *TESCO STORES' },
        { name: 'Tesco', incoming: true },
        { name: 'Tesco Stores', incoming: true },
      ],
      async (db) => {
        const all = ['SQ *TESCO STORES', 'TESCO STORES 3207', 'Tesco Stores', 'Tesco Stores']
        expect(await namesOf(db, { payee: 'tesco stores' })).toEqual(all)
        expect(await namesOf(db, { payee: 'TESCO STORES 1111' })).toEqual(all)
        expect(await namesOf(db, { payee: '' })).toEqual([])
        expect(await namesOf(db, { pending: true })).toEqual(['TESCO STORES 3207'])
        expect(await namesOf(db, { pending: false })).toHaveLength(4)
        expect(await namesOf(db, { payee: 'tesco stores', category: 'groceries', pending: false })).toEqual([
          'SQ *TESCO STORES',
          'Tesco Stores',
        ])
      },
    ))

  test('finds with p_counted the rows that a figure of the insights counts, and no others', () =>
    withRows(
      [
        { name: 'Larkspur', mcc: '5411', amount: '10.10' },
        { name: 'LARKSPUR 331', mcc: '5812', amount: '5.20' },
        { name: 'Larkspur', amount: '900', status: 'pending' },
        { name: 'Larkspur', amount: '900', status: 'failed' },
        { name: 'Larkspur', amount: '900', reversed: true },
        { name: 'Larkspur', amount: '900', incoming: true },
        { name: 'Larkspur', amount: '800' },
      ],
      async (db, ids) => {
        await db`select set_config('role', 'none', true)`
        const { sort_code: sortCode, account_number: number } = alice.account
        await db`
          update public.transactions set to_sort_code = ${sortCode}, to_account_number = ${number} where id = ${ids.at(-1) ?? ''}`
        const figures = await spending(db, 'payee', '2026-03-10T13:00:00Z')
        expect(figures).toEqual([{ payee: 'Larkspur', spent: '15.30', spent_before: '0.00' }])
        await setCaller(db, alice)
        const [sum] = await db`
          select sum(amount)::text as spent, count(*)::integer as rows
          from public.search_transactions(p_payee => 'Larkspur', p_incoming => false, p_counted => true)`
        expect(sum).toEqual({ spent: figures[0]?.spent, rows: 2 })
      },
    ))

  test('computes a category once for each merchant of a long list, not for each row', () =>
    withRows([], async (db) => {
      await setOwner(db)
      await db`
        insert into public.transactions (movement_id, user_id, created_at, amount, mcc, to_account_holder_name)
        select gen_random_uuid(), ${bob.id}, timestamptz '2026-03-31Z' - n * interval '1 minute', 1,
          case when n % 3 = 0 then '5812' end, 'Merchant ' || (n % 40)
        from generate_series(1, 30000) n`
      await db`analyze public.transactions`
      await setCaller(db, bob)
      const blocksOf = async (category: string) => {
        const [row] = await db<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>`
          explain (analyze, buffers, format json) select * from public.search_transactions(p_category => ${category})`
        const plan = row?.['QUERY PLAN'][0].Plan
        return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      // Counts blocks, because times depend on the load of the machine. One block for each row would be 30,000.
      expect(await blocksOf('food_and_drink')).toBeLessThan(10_000)
      expect(await blocksOf('rent')).toBeLessThan(10_000)
      expect(await search(db, { category: 'food_and_drink' })).toHaveLength(50)
      expect(await search(db, { category: 'rent' })).toEqual([])
    }))
})

type Spending = { payee: string; spent: string; spent_before: string }
const spending = async (db: Db, by: 'category' | 'payee', at: string) => [
  ...(by === 'category'
    ? await db<Spending[]>`
        select category as payee, spent::numeric(14, 2), spent_before::numeric(14, 2)
        from private.get_spending_by_category(${at}::text::timestamptz)`
    : await db<Spending[]>`
        select payee, spent::numeric(14, 2), spent_before::numeric(14, 2)
        from private.get_spending_by_payee(${at}::text::timestamptz)`),
]
/** What Alice has spent at a time, as [name, this month, same days of last month]. */
const spendingOf = (
  rows: Row[],
  by: 'category' | 'payee',
  at: string,
  prepare?: (db: Db, ids: string[]) => PromiseLike<unknown>,
) => {
  let found: string[][] = []
  return withRows(rows, async (db, ids) => {
    await prepare?.(db, ids)
    await db`select set_config('role', 'none', true)`
    found = (await spending(db, by, at)).map((row) => [row.payee, row.spent, row.spent_before])
  }).then(() => found)
}

describe('spending', () => {
  const shops: Row[] = [
    { name: 'Larkspur', mcc: '5411', amount: '10.10', at: '2026-03-02T12:00:00Z' },
    { name: 'Larkspur', mcc: '5411', amount: '0.20', at: '2026-03-10T12:00:00Z' },
    { name: 'LARKSPUR 331', mcc: '5812', amount: '5.00', at: '2026-03-01T00:00:00Z' },
    { name: 'Larkspur', mcc: '5411', amount: '7.00', at: '2026-02-10T23:59:59Z' },
    { name: 'Larkspur', mcc: '5411', amount: '900.00', at: '2026-02-11T00:00:00Z' },
    { name: 'Mill Lane Lettings', amount: '925.00', at: '2026-02-01T00:00:00Z' },
    { name: 'Larkspur', mcc: '5411', amount: '900.00', at: '2026-01-31T23:59:59Z' },
    { name: 'Employer', reference: 'Salary', amount: '900.00', incoming: true },
    { name: 'Larkspur', amount: '900.00', status: 'pending' },
    { name: 'Larkspur', amount: '900.00', status: 'failed' },
    { name: 'Larkspur', amount: '900.00', reversed: true },
  ]

  test('spending by category counts this month and the same days of last month, in UK time', async () => {
    expect(await spendingOf(shops, 'category', '2026-03-10T13:00:00Z')).toEqual([
      ['groceries', '10.30', '7.00'],
      ['food_and_drink', '5.00', '0.00'],
      ['rent', '0.00', '925.00'],
    ])
  })

  test('spending by merchant counts all names of a merchant, the ten largest', async () => {
    expect(await spendingOf(shops, 'payee', '2026-03-10T13:00:00Z')).toEqual([['Larkspur', '15.30', '7.00']])
    const many = Array.from({ length: 12 }, (_, index) => ({
      name: `Shop ${'abcdefghijkl'[index]}`,
      amount: `${index + 1}`,
    }))
    const found = await spendingOf(many, 'payee', '2026-03-10T13:00:00Z')
    expect(found.map(([name]) => name)).toEqual('lkjihgfedc'.split('').map((letter) => `Shop ${letter}`))
  })

  test('spending of the last days of a month compares with the whole shorter month before', async () => {
    const rows = [
      { name: 'Shop', amount: '1.00', at: '2026-02-28T23:59:59Z' },
      { name: 'Shop', amount: '2.00', at: '2026-03-01T00:00:00Z' },
      // Summer time has begun: 23:30 UTC is in April.
      { name: 'Shop', amount: '4.00', at: '2026-03-31T22:59:59Z' },
      { name: 'Shop', amount: '8.00', at: '2026-03-31T23:00:00Z' },
    ]
    expect(await spendingOf(rows, 'payee', '2026-03-31T22:00:00Z')).toEqual([['Shop', '6.00', '1.00']])
    expect(await spendingOf(rows, 'payee', '2026-04-30T12:00:00Z')).toEqual([['Shop', '8.00', '2.00']])
  })

  test("uses the customer's choices", async () => {
    const rows = shops.slice(0, 2)
    const choices = async (db: Db, [first = '', second = '']: string[]) => {
      await choose(db, first, 'bills', true)
      await choose(db, second, 'rent')
    }
    expect(await spendingOf(rows, 'category', '2026-03-10T13:00:00Z', choices)).toEqual([
      ['bills', '10.10', '0.00'],
      ['rent', '0.20', '0.00'],
    ])
  })

  describe('of accounts at other banks', () => {
    const importRows = async (db: Db, person: Person, rows: { day: string; amount: number; description: string }[]) => {
      const id = randomUUID()
      const keyed = rows.map((row, index) => ({ ...row, amount: row.amount.toFixed(2), key: `${index}` }))
      await setCaller(db, person)
      await db`select public.import_external_transactions(${id}, 'Other bank', ${db.json(keyed)})`
      return id
    }
    const count = (db: Db, id: string, isOn: boolean) => db`select public.count_in_insights(${id}, ${isOn})`
    const fileRows = [
      { day: '2026-03-01', amount: -1.11, description: 'LARKSPUR 4412' },
      { day: '2026-03-31', amount: -20.02, description: 'TESCO STORES 2041' },
      { day: '2026-02-10', amount: -3.33, description: 'TESCO STORES 2041' },
      { day: '2026-02-01', amount: -0.01, description: 'TESCO STORES 2041' },
      // Not counted: other days, and received money.
      { day: '2026-01-31', amount: -900, description: 'TESCO STORES 2041' },
      { day: '2026-02-11', amount: -900, description: 'TESCO STORES 2041' },
      { day: '2026-04-01', amount: -900, description: 'TESCO STORES 2041' },
      { day: '2026-03-02', amount: 900, description: 'TESCO STORES 2041' },
    ]
    const at = '2026-03-10T13:00:00Z'
    const own = [
      ['groceries', '10.30', '7.00'],
      ['food_and_drink', '5.00', '0.00'],
      ['rent', '0.00', '925.00'],
    ]

    test('spending at other banks is counted to the penny while the account is switched on', async () => {
      const switched = (...states: boolean[]) =>
        [
          shops,
          'category' as const,
          at,
          async (db: Db) => {
            const id = await importRows(db, alice, fileRows)
            for (const isOn of states) await count(db, id, isOn)
          },
        ] as const
      expect(await spendingOf(...switched())).toEqual(own)
      expect(await spendingOf(...switched(true))).toEqual([
        ['groceries', '30.32', '10.34'],
        ['food_and_drink', '5.00', '0.00'],
        ['payments', '1.11', '0.00'],
        ['rent', '0.00', '925.00'],
      ])
      expect(await spendingOf(...switched(true, false))).toEqual(own)
    })

    test('spending at other banks is added to the same merchant, marked, and follows the category that the customer always wants', () =>
      withRows(shops.slice(0, 1), async (db, [first = '']) => {
        await count(db, await importRows(db, alice, fileRows), true)
        await choose(db, first, 'bills', true)
        await db`select set_config('role', 'none', true)`
        expect(
          await db`select category, spent, has_external from private.get_spending_by_category(${at}::text::timestamptz)`,
        ).toEqual([
          { category: 'groceries', spent: '20.02', has_external: true },
          { category: 'bills', spent: '11.21', has_external: true },
        ])
        expect(
          await db`select payee, spent, has_external from private.get_spending_by_payee(${at}::text::timestamptz)`,
        ).toEqual([
          { payee: 'TESCO STORES 2041', spent: '20.02', has_external: true },
          { payee: 'Larkspur', spent: '11.21', has_external: true },
        ])
      }))

    test("spending at other banks never counts another customer's account, and does not mark what has none", () =>
      withRows(shops.slice(0, 1), async (db) => {
        await count(db, await importRows(db, bob, fileRows), true)
        await setCaller(db, alice)
        await db`select set_config('role', 'none', true)`
        expect(
          await db`select category, spent, has_external from private.get_spending_by_category(${at}::text::timestamptz)`,
        ).toEqual([{ category: 'groceries', spent: '10.10', has_external: false }])
      }))
  })

  test('adds up to the total spent of the insights, without what goes to the own account', async () => {
    await request(sql, alice, async (db) => {
      await makePayment(db, { ...externalPayee, amount: '30.00' })
      const [totals] = await db`
        select (select sum(spent) from public.get_spending_by_category()) as by_category,
          (select sum(spent) from public.get_spending_by_payee()) as by_payee,
          (select spent from public.get_insights() limit 1) as spent`
      expect(totals).toEqual({ by_category: '30.00', by_payee: '30.00', spent: '30.00' })
    })
  })
})
