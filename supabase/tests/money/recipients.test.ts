import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refusalAs, type Db, actingAs, refusalOf, setCaller, setOwner, withRollback } from '../fixtures/database'
import { payeeAt, externalPayee, makePayment } from '../fixtures/payments'
import { type Customer, withPeople, aCustomer } from '../fixtures/people'

const { sql, alice, bob } = withPeople(
  { alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') },
  { once: true },
)

async function idOf(db: Db, table: 'recipients' | 'transactions', { id }: Customer): Promise<string> {
  const [row] = await db<{ id: string }[]>`select id from ${db(`public.${table}`)} where user_id = ${id}`
  if (row === undefined) throw new Error(`the customer has no row of ${table}`)
  return row.id
}

describe('edit_recipient', () => {
  const edit = (db: Db, id: string | null, name: string | null, nickname: string | null, isFavourite: boolean | null) =>
    db`select public.edit_recipient(${id}, ${name}, ${nickname}, ${isFavourite})`

  test('changes the name, the nickname and the favourite mark, and removes them again', () =>
    actingAs(sql, alice, async (db) => {
      await makePayment(db, { ...externalPayee, amount: '1' })
      const id = await idOf(db, 'recipients', alice)
      const read = () => db`select account_holder_name, nickname, is_favourite from public.recipients`
      await edit(db, id, '  Olive Outside-Smith ', ' Landlady ', true)
      expect(await read()).toEqual([
        { account_holder_name: 'Olive Outside-Smith', nickname: 'Landlady', is_favourite: true },
      ])
      await edit(db, id, 'Olive', ' ', null)
      expect(await read()).toEqual([{ account_holder_name: 'Olive', nickname: null, is_favourite: false }])
    }))

  test.each([
    ['', 'Nick', 'field:name'],
    [null, 'Nick', 'field:name'],
    ['x'.repeat(141), 'Nick', 'field:name'],
    ['<b>', 'Nick', 'field:name'],
    ['Olive', 'x'.repeat(141), 'field:nickname'],
    ['Olive', 'a\u202eb', 'field:nickname'],
    ['x'.repeat(501), null, 'text-too-long'],
  ])('refuses the name %j with the nickname %j: %s', (name, nickname, hint) =>
    actingAs(sql, alice, async (db) => {
      await makePayment(db, { ...externalPayee, amount: '1' })
      const id = await idOf(db, 'recipients', alice)
      await expect(db.savepoint((inner) => edit(inner, id, name, nickname, true))).rejects.toMatchObject({
        code: 'PT400',
        hint,
      })
      expect(await db`select nickname, is_favourite from public.recipients`).toEqual([
        { nickname: null, is_favourite: false },
      ])
    }),
  )

  test('refuses a recipient of another customer, one that is gone, and none, and changes nothing', () =>
    actingAs(sql, bob, async (db) => {
      await makePayment(db, { ...externalPayee, amount: '1' })
      const id = await idOf(db, 'recipients', bob)
      await setCaller(db, alice)
      for (const tried of [id, randomUUID(), null]) {
        expect(await refusalOf(db, (q) => edit(q, tried, 'Changed', null, true))).toMatchObject({
          code: 'PT404',
          message: 'This recipient is no longer saved.',
        })
      }
      await setOwner(db)
      expect(await db`select is_favourite from public.recipients where id = ${id}`).toEqual([{ is_favourite: false }])
    }))
})

describe('report_scam', () => {
  const report = (db: Db, id: string | null) => db`select public.report_scam(${id})`
  const reports = (db: Db) => db`select sort_code, account_number, reporter_id from private.payee_reports`

  test('stores one report for a customer and a payee, however often it is sent', () =>
    actingAs(sql, alice, async (db) => {
      await makePayment(db, { ...externalPayee, amount: '1' })
      const id = await idOf(db, 'transactions', alice)
      await report(db, id)
      await report(db, id)
      await setOwner(db)
      expect(await reports(db)).toEqual([
        {
          sort_code: externalPayee.sortCode,
          account_number: externalPayee.accountNumber,
          reporter_id: alice.id,
        },
      ])
    }))

  test.each([null, randomUUID()])('refuses %j', async (id) => {
    expect((await refusalAs(sql, alice, (q) => report(q, id))).code).toBe('PT404')
  })

  // A report would otherwise cost nothing: pay a penny, report, undo.
  test.each([
    ['pending', "status = 'pending'"],
    ['returned', 'reversed_at = now()'],
  ])('refuses a payment that is %s', (_, change) =>
    withRollback(sql, async (db) => {
      await setCaller(db, alice)
      await makePayment(db, { ...externalPayee, amount: '0.01' })
      await setOwner(db)
      const id = await idOf(db, 'transactions', alice)
      await db.unsafe(`update public.transactions set ${change} where id = '${id}'`)
      await setCaller(db, alice)
      expect((await refusalOf(db, (q) => report(q, id))).code).toBe('PT404')
    }),
  )

  test('refuses a payment by card, which names no account', () =>
    withRollback(sql, async (db) => {
      const [paid] = await db<{ id: string }[]>`
        insert into public.transactions (movement_id, user_id, amount, from_account_id, to_account_holder_name, mcc)
        values (gen_random_uuid(), ${alice.id}, 5, ${alice.account.id}, 'Corner Shop', '5411') returning id`
      await setCaller(db, alice)
      expect((await refusalOf(db, (q) => report(q, paid?.id ?? null))).code).toBe('PT404')
    }))

  test('refuses incoming transactions', () =>
    actingAs(sql, alice, async (db) => {
      await makePayment(db, {
        ...payeeAt(bob),
        amount: '1',
      })
      await setOwner(db)
      const received = await idOf(db, 'transactions', bob)
      await setCaller(db, bob)
      expect((await refusalOf(db, (q) => report(q, received))).code).toBe('PT404')
      await setOwner(db)
      expect(await reports(db)).toEqual([])
    }))
})

test('only saved_payees says which payees are new', async () => {
  const rule = /created_at > now\(\) - '?interval|interval '1 day' or|paid_total <= /
  const objects = await sql<{ name: string; text: string }[]>`
    select f.oid::regproc::text as name, pg_get_functiondef(f.oid) as text from pg_proc f
    where f.pronamespace::regnamespace::text in ('public', 'private', 'internal_api') and f.prokind = 'f'
    union all
    select t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
    union all
    select c.oid::regclass::text, pg_get_viewdef(c.oid) from pg_class c where c.relkind = 'v' and c.relnamespace = 'private'::regnamespace`
  expect(objects.filter(({ text }) => rule.test(text) && text.includes('paid_total')).map(({ name }) => name)).toEqual([
    'private.saved_payees',
  ])
})
