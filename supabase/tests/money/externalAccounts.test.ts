import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { type Db, actingAs, refusalOf, setCaller, setOwner, withRollback } from '../fixtures/database'
import { signUp, withPeople, aCustomer } from '../fixtures/people'

const { sql, alice, bob } = withPeople(
  { alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') },
  { once: true },
)

type Row = { key: string; day: string; amount: string; description: string }
const row = (key: string, change: Partial<Row> = {}): Row => ({
  key,
  day: '2026-10-03',
  amount: '-12.50',
  description: 'TESCO',
  ...change,
})

async function importRows(db: Db, id: string, rows: unknown, name: string | null = 'Barclays'): Promise<number> {
  const [answer] = await db<{ added: number }[]>`
    select public.import_external_transactions(${id}, ${name}, ${db.json(rows as never)}) as added`
  if (answer === undefined) throw new Error('import_external_transactions must return one row')
  return answer.added
}

const accounts = (db: Db) => db`select id, name, transaction_count, last_day::text from public.external_accounts`

describe('import_external_transactions', () => {
  test('creates the account, and adds each row once however often it is sent', () =>
    actingAs(sql, alice, async (db) => {
      const id = randomUUID()
      expect(
        await importRows(db, id, [row('a'), row('b', { day: '2026-10-05', amount: '2340.05' })], ' Barclays '),
      ).toBe(2)
      expect(await importRows(db, id, [row('a'), row('b'), row('c'), row('c')])).toBe(1)
      expect(await accounts(db)).toEqual([{ id, name: 'Barclays', transaction_count: 3, last_day: '2026-10-05' }])
      expect(
        await db`select key, day::text, amount, description from public.external_transactions order by key limit 2`,
      ).toEqual([
        { key: 'a', day: '2026-10-03', amount: '-12.50', description: 'TESCO' },
        { key: 'b', day: '2026-10-05', amount: '2340.05', description: 'TESCO' },
      ])
    }))

  test.each([
    ['no list', { key: 'a' }, 'Barclays', 'PT400', 'not-a-list'],
    [
      '1,001 rows',
      Array.from({ length: 1001 }, (_, place) => row(String(place))),
      'Barclays',
      'PT413',
      'too-many-rows',
    ],
    ['an empty name', [], ' ', 'PT400', 'field:name'],
    ['no name', [], null, 'PT400', 'field:name'],
    ['a long name', [], 'x'.repeat(61), 'PT400', 'field:name'],
    ['a name with markup', [], '<b>', 'PT400', 'field:name'],
    ['a very long name', [], 'x'.repeat(501), 'PT400', 'text-too-long'],
  ])('refuses %s', (_what, rows, name, code, hint) =>
    actingAs(sql, alice, async (db) => {
      await expect(db.savepoint((inner) => importRows(inner, randomUUID(), rows, name))).rejects.toMatchObject({
        code,
        hint,
      })
      expect(await accounts(db)).toEqual([])
    }),
  )

  const importWithBalance = (db: Db, id: string, balance: string | null, day: string | null) =>
    db`select public.import_external_transactions(${id}, 'Barclays', ${db.json([row('a')])}, ${balance}, ${day})`

  test('keeps the newest balance of the imported files', () =>
    actingAs(sql, alice, async (db) => {
      const id = randomUUID()
      const stored = async () => (await db`select balance, balance_day::text from public.external_accounts`)[0]
      await importRows(db, id, [row('a')])
      expect(await stored()).toEqual({ balance: null, balance_day: null })
      await importWithBalance(db, id, '-12.5', '2026-10-05')
      await importWithBalance(db, id, '99', '2026-10-04')
      await importRows(db, id, [row('b')])
      expect(await stored()).toEqual({ balance: '-12.50', balance_day: '2026-10-05' })
      await importWithBalance(db, id, '0', '2026-10-05')
      expect(await stored()).toEqual({ balance: '0.00', balance_day: '2026-10-05' })
    }))

  test.each([
    ['1', null],
    [null, '2026-10-05'],
    ['1', 'today'],
    ['1', '1969-12-31'],
    ['NaN', '2026-10-05'],
    ['1000000000', '2026-10-05'],
  ])('refuses the balance %j on %j without repeating it, and stores nothing of the request', (balance, day) =>
    actingAs(sql, alice, async (db) => {
      const refusal = await refusalOf(db, (q) => importWithBalance(q, randomUUID(), balance, day))
      expect(refusal).toEqual({ code: 'PT400', message: "The balance of this file isn't valid." })
      expect(await accounts(db)).toEqual([])
    }),
  )

  /** What the caller receives of the error. */
  const answerOf = (db: TransactionSql, rows: unknown) =>
    db
      .savepoint((inner) => importRows(inner, randomUUID(), rows))
      .then(
        () => 'accepted',
        ({ code, message, detail, hint }: Record<string, unknown>) => ({ code, message, detail, hint }),
      )

  const withoutKey: Partial<Row> = row('a')
  delete withoutKey.key

  test.each<[string, unknown]>([
    ['a row that is null', null],
    ['a row that is a list', []],
    ['a row that is a text', 'row'],
    ['a row without fields', {}],
    ['a row without a field', withoutKey],
    ['a field of its own', { ...row('a'), user_id: randomUUID() }],
    ...Object.keys(row('a')).flatMap((field): [string, unknown][] => [
      ...[null, 1, true, '', {}, ['a']].map((value): [string, unknown] => [
        `${JSON.stringify(value)} as its ${field}`,
        { ...row('a'), [field]: value },
      ]),
      [`a line break in its ${field}`, { ...row('a'), [field]: `${row('a')[field as keyof Row]}\n` }],
      [`a very long ${field}`, { ...row('a'), [field]: '1'.repeat(10_000) }],
    ]),
    ['a long key', row('x'.repeat(101))],
    ['a long description', row('a', { description: 'x'.repeat(141) })],
    ['a control character', row('a', { description: 'TESCO\u0007' })],
    ['a character that changes the direction', row('a', { description: 'TESCO\u202e' })],
    ...['today', 'infinity', '2026-02-30', '2026-1-1', '20261003', '1969-12-31', '2100-01-02', '2026-10-03 BC'].map(
      (day): [string, unknown] => [`the day ${day}`, row('a', { day })],
    ),
    ...['0.00', '0.005', '1.', '.5', '1e3', '1,000', ' 1', 'NaN', '1000000000'].map((amount): [string, unknown] => [
      `the amount ${amount}`,
      row('a', { amount }),
    ]),
  ])('refuses %s without repeating it, and stores nothing of the request', (_what, refused) =>
    actingAs(sql, alice, async (db) => {
      expect(await answerOf(db, [row('first'), refused])).toEqual({
        code: 'PT400',
        hint: 'invalid-row',
        message: "A row of this file isn't valid.",
      })
      expect(await accounts(db)).toEqual([])
    }),
  )

  test('refuses a NUL, and 8 MB, without repeating them', () =>
    actingAs(sql, alice, async (db) => {
      expect(await answerOf(db, [row('a', { description: 'TESCO\0' })])).toEqual({
        code: '22P05',
        message: 'unsupported Unicode escape sequence',
        detail: '\\u0000 cannot be converted to text.',
      })
      expect(await answerOf(db, [row('a', { description: 'x'.repeat(8_000_000) })])).toEqual({
        code: 'PT413',
        hint: 'too-large',
        message: 'This request is too large.',
      })
      expect(await accounts(db)).toEqual([])
    }))

  test('stores the largest request that is allowed', () =>
    actingAs(sql, alice, async (db) => {
      const rows = Array.from({ length: 1000 }, (_, place) =>
        row(`${'\u{1f6d2}'.repeat(96)}${place}`, {
          day: place === 0 ? '1970-01-01' : '2100-01-01',
          amount: place === 0 ? '-999999999.99' : '999999999.9',
          description: '\u{1f6d2}'.repeat(140),
        }),
      )
      expect(await importRows(db, randomUUID(), rows)).toBe(1000)
    }))

  test('allows 10 accounts and 100,000 rows for each customer', () =>
    withRollback(sql, async (db) => {
      await setCaller(db, alice)
      const ids = Array.from({ length: 10 }, () => randomUUID())
      for (const id of ids) await importRows(db, id, [])
      await expect(db.savepoint((inner) => importRows(inner, randomUUID(), []))).rejects.toMatchObject({
        code: 'PT409',
        hint: 'too-many-accounts',
      })
      await setOwner(db)
      await db`update public.external_accounts set transaction_count = 99_999 where id = ${ids[0] ?? ''}`
      await setCaller(db, alice)
      expect(await importRows(db, ids[1] ?? '', [row('a')])).toBe(1)
      await expect(db.savepoint((inner) => importRows(inner, ids[1] ?? '', [row('b')]))).rejects.toMatchObject({
        code: 'PT409',
        hint: 'too-many-transactions',
      })
      expect(await importRows(db, ids[1] ?? '', [row('a')])).toBe(0)
    }))
})

describe('count_in_insights', () => {
  const count = (db: Db, id: string, isOn: boolean | null) => db`select public.count_in_insights(${id}, ${isOn})`
  const counted = (db: Db) => db`select in_insights from public.external_accounts`

  test('switches an account on and off, which is off at first and stays as it is in an import', () =>
    actingAs(sql, alice, async (db) => {
      const id = randomUUID()
      await importRows(db, id, [row('a')])
      expect(await counted(db)).toEqual([{ in_insights: false }])
      await count(db, id, true)
      await importRows(db, id, [row('b')])
      expect(await counted(db)).toEqual([{ in_insights: true }])
      await count(db, id, null)
      expect(await counted(db)).toEqual([{ in_insights: false }])
    }))

  test("count_in_insights is refused for another customer's account, for an unknown one and without approval", async () => {
    const pending = await signUp(sql)
    await withRollback(sql, async (db) => {
      const id = randomUUID()
      await setCaller(db, alice)
      await importRows(db, id, [row('a')])
      expect(await refusalOf(db, (q) => count(q, randomUUID(), true))).toMatchObject({ code: 'PT404' })
      await setCaller(db, bob)
      expect(await refusalOf(db, (q) => count(q, id, true))).toEqual({
        code: 'PT404',
        message: "We can't find that account.",
      })
      await setCaller(db, pending)
      expect(await refusalOf(db, (q) => count(q, id, true))).toMatchObject({ code: 'PT403' })
      await setCaller(db, alice)
      expect(await counted(db)).toEqual([{ in_insights: false }])
      expect((await refusalOf(db, (q) => q`update public.external_accounts set in_insights = true`)).code).toBe('42501')
    })
  })
})

test('a customer removes an account with its rows, and writes neither table directly', () =>
  actingAs(sql, alice, async (db) => {
    const id = randomUUID()
    await importRows(db, id, [row('a')])
    for (const write of [
      (q: Db) => q`update public.external_accounts set name = 'Other'`,
      (q: Db) =>
        q`insert into public.external_accounts (id, user_id, name) values (gen_random_uuid(), ${alice.id}, 'X')`,
      (q: Db) => q`update public.external_transactions set amount = 1`,
      (q: Db) => q`delete from public.external_transactions`,
    ]) {
      expect((await refusalOf(db, write)).code).toBe('42501')
    }
    await db`delete from public.external_accounts where id = ${id}`
    expect(await accounts(db)).toEqual([])
    await setOwner(db)
    expect(await db`select key from public.external_transactions where account_id = ${id}`).toEqual([])
  }))
