import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, type Person, refusalOf, request, withRollback, setCaller, setOwner } from '../fixtures/database'
import { createRegularPayment, scheduleFuturePayment } from '../fixtures/outgoingPayments'
import { payAs, payeeAt, externalPayee, makePayment } from '../fixtures/payments'
import {
  type Customer,
  addAdmin,
  addCustomer,
  approve,
  grantPermissions,
  signUp,
  withPeople,
  aSuperAdmin,
} from '../fixtures/people'
import { suspendCustomer } from '../fixtures/staff'
import type postgres from 'postgres'

const { sql, as, auditor } = withPeople({ auditor: aSuperAdmin() }, { once: true })

const record = (
  db: Db,
  subject: string,
  action = 'tested',
  kind = 'person',
  details: Record<string, string | number> = {},
) => db`select private.audit(${action}, ${kind}, ${subject}, ${JSON.stringify(details)}::text::jsonb)`
const firstBroken = async (db: Db) => {
  const [row] = await db<{ id: string | null }[]>`select private.first_broken_audit_row() as id`
  return row?.id ?? null
}
const rowsAbout = (db: Db, subject: string) => db<{ id: string; place: string; previous_hash: Buffer; hash: Buffer }[]>`
  select id, place, previous_hash, hash from private.audit_log where subject_id = ${subject} order by id`

beforeAll(async () => {
  for (let nth = 0; nth < 5; nth++) await record(sql, randomUUID())
})

describe('the audit chain', () => {
  test('gives each row the hash of the previous one, in commit order without gaps', async () => {
    const rows = await sql<{ place: string; previous_hash: Buffer; hash: Buffer }[]>`
      select place, previous_hash, hash from private.audit_log order by place`
    expect(rows.length).toBeGreaterThan(4)
    rows.forEach((row, nth) => {
      expect(Number(row.place)).toBe(nth + 1)
      expect(row.previous_hash).toEqual(rows[nth - 1]?.hash ?? Buffer.alloc(0))
    })
    expect(await firstBroken(sql)).toBeNull()
  })

  test('stays whole over concurrent transactions, some with several entries and some rolled back', async () => {
    const subject = randomUUID()
    await Promise.allSettled(
      Array.from({ length: 16 }, (_, nth) =>
        sql.begin(async (db) => {
          await record(db, subject)
          await record(db, subject)
          if (nth % 4 === 0) throw new Error('rolled back')
        }),
      ),
    )
    expect(await rowsAbout(sql, subject)).toHaveLength(24)
    expect(await firstBroken(sql)).toBeNull()
  })

  test('takes no lock before commit, so that crossing actions do not deadlock', async () => {
    const subject = randomUUID()
    const [first, second] = [await addCustomer(sql), await addCustomer(sql)]
    const action = (one: Customer, other: Customer) =>
      sql.begin(async (db) => {
        await record(db, subject)
        await db`select from public.accounts where id in ${db([one.account.id, other.account.id])} order by id for update`
        await record(db, subject)
      })
    await Promise.all(Array.from({ length: 10 }, (_, nth) => (nth % 2 ? action(first, second) : action(second, first))))
    expect(await rowsAbout(sql, subject)).toHaveLength(20)
  })

  test('the audit chain does not block a payment', async () => {
    const customer = await addCustomer(sql)
    await sql.begin(async (db) => {
      await record(db, randomUUID())
      await db`set constraints all immediate`
      // This transaction now holds the lock on the end of the chain.
      const answer = await request(sql, customer, (other) => makePayment(other, { ...externalPayee, amount: '1' }))
      expect(answer.balance).toBe('4999.00')
    })
  })
})

describe('tampering', () => {
  /** Runs as the owner with the triggers turned off, in a transaction that is rolled back. */
  async function tampering(run: (db: postgres.TransactionSql) => Promise<void>) {
    await withRollback(sql, async (db) => {
      await db`alter table private.audit_log disable trigger user`
      await run(db)
    })
  }
  const someRow = async (db: Db) => {
    const [row] = await db<{ id: string }[]>`select id from private.audit_log where place = 3`
    return row?.id ?? ''
  }

  test.each([
    "set action = 'something_else'",
    'set actor_id = gen_random_uuid()',
    'set details = \'{"amount": 1}\'',
    "set created_at = created_at + interval '1 microsecond'",
    'set subject_id = null',
    "set actor_name = 'Nobody'",
    "set person_name = 'Somebody Else'",
    "set subject_name = '£1.00 to Somebody Else'",
    "set hash = sha256('x')",
    "set previous_hash = sha256('x')",
  ])('a change by %s is found at that row', (change) =>
    tampering(async (db) => {
      const id = await someRow(db)
      await db.unsafe(`update private.audit_log ${change} where id = ${id}`)
      expect(await firstBroken(db)).toBe(id)
    }),
  )

  test('a deleted row is found at the next row, and an inserted one at its row', async () => {
    await tampering(async (db) => {
      await db`delete from private.audit_log where place = 3`
      const [next] = await db<{ id: string }[]>`select id from private.audit_log where place = 4`
      expect(await firstBroken(db)).toBe(next?.id)
    })
    await tampering(async (db) => {
      const [forged] = await db<{ id: string }[]>`
        insert into private.audit_log (action) values ('forged') returning id`
      expect(await firstBroken(db)).toBe(forged?.id)
    })
  })

  test.each([
    "update private.audit_log set action = 'changed' where place = 2",
    "update private.audit_log set hash = sha256('x') where place = 2",
    'delete from private.audit_log where place = 2',
    'truncate private.audit_log',
  ])('tampering is refused to the owner: %s', (query) =>
    withRollback(sql, async (db) => {
      expect(await refusalOf(db, (q) => q.unsafe(query))).toMatchObject({
        code: 'PT403',
        message: 'audit_log is append-only',
      })
    }),
  )

  test('tampering is refused in replication mode, which turns ordinary triggers off', async () => {
    const triggers = await sql`
      select tgname as name, tgenabled as mode from pg_trigger
      where tgrelid = 'private.audit_log'::regclass and not tgisinternal order by 1`
    expect([...triggers]).toEqual([
      { name: 'audit_log_is_append_only', mode: 'A' },
      { name: 'audit_log_is_never_rewritten', mode: 'A' },
      { name: 'chain_audit_row', mode: 'A' },
      { name: 'name_audit_row', mode: 'A' },
    ])
  })

  test('a change of a row that is not yet in the chain is refused', () =>
    withRollback(sql, async (db) => {
      const subject = randomUUID()
      await record(db, subject)
      const change = (q: Db) =>
        q`update private.audit_log set action = 'changed', place = 1000, previous_hash = '', hash = sha256('x') where subject_id = ${subject}`
      expect((await refusalOf(db, change)).code).toBe('PT403')
    }))
})

describe('verify_audit', () => {
  test('returns null for a whole chain, or the first broken row', () =>
    withRollback(sql, async (db) => {
      await setCaller(db, auditor)
      expect(await db`select * from public.verify_audit()`).toEqual([{ broken_row: null, verified_until: null }])
      await setOwner(db)
      await db`alter table private.audit_log disable trigger user`
      const [row] = await db`update private.audit_log set action = 'changed' where place = 2 returning id`
      await setCaller(db, auditor)
      expect(await db`select * from public.verify_audit()`).toEqual([{ broken_row: row?.id, verified_until: null }])
      expect(await db`select * from public.verify_audit(1)`).toEqual([{ broken_row: row?.id, verified_until: null }])
      expect(await db`select broken_row = ${row?.id} as same from public.verify_audit(2)`).not.toEqual([{ same: true }])
    }))

  test('finds in steps what it finds at once: a changed row at either side of a step, and a missing one', () =>
    withRollback(sql, async (db) => {
      const brokenIn = async (after: number, until: number | null) =>
        (await db`select b.id from private.broken_audit_rows(1, ${after}, ${until}) b`)[0]?.id ?? null
      expect([await brokenIn(0, 2), await brokenIn(2, null)]).toEqual([null, null])
      await db`alter table private.audit_log disable trigger user`
      const rows = await db`select id, place from private.audit_log where place in (2, 3) order by place`
      await db.savepoint(async (inner) => {
        await inner`update private.audit_log set action = 'changed' where place = 2`
        expect([await brokenIn(0, 2), await brokenIn(2, null)]).toEqual([rows[0]?.id, null])
        await inner`update private.audit_log set action = 'changed' where place = 3`
        expect(await brokenIn(2, null)).toBe(rows[1]?.id)
        await inner`delete from private.audit_log where place = 2`
        expect(await brokenIn(2, null)).toBe(rows[1]?.id)
      })
    }))
})

describe('list_audit', () => {
  type Row = {
    id: string
    created_at: string
    action: string
    actor_name: string | null
    subject_id: string | null
    subject_kind: string | null
    subject_name: string | null
    person_id: string | null
    person_name: string | null
    details: unknown
    hash: string
  }
  type Filter = {
    search?: string
    words?: string[]
    row?: string
    actor?: string
    action?: string
    target?: string
    from?: string
    to?: string
    after?: Row
    limit?: number
    withoutLooks?: boolean
  }
  // Times as text, because a Date has no microseconds.
  const list = (filter: Filter = {}) =>
    request(sql, auditor, async (db) => [
      ...(await db<Row[]>`
          select
            l.id, l.created_at::text, l.action, l.actor_name, l.subject_id, l.subject_kind, l.subject_name, l.person_id,
            l.person_name, l.details, l.hash
          from public.list_audit(
            ${filter.search ?? null}, ${filter.words ?? null}, ${filter.actor ?? null}, ${filter.action ?? null},
            ${filter.target ?? null}, ${filter.from ?? null}::text::timestamptz, ${filter.to ?? null}::text::timestamptz,
            ${filter.row ?? null}, ${filter.after?.id ?? null}, ${filter.limit ?? 50}, ${filter.withoutLooks ?? false}
          ) l`),
    ])
  let admin: Person
  let customer: Customer

  beforeEach(async () => {
    admin = await addAdmin(sql, ['approve_users'])
    customer = await addCustomer(sql, 'Cara Customer')
  })

  test('leaves out what only looks, and finds the person of an email address', async () => {
    await as(admin)`select public.record_user_view(${customer.id}, 'asked')`
    await suspendCustomer(sql, admin, customer)
    const actions = async (filter: Filter) => (await list(filter)).map(({ action }) => action)
    expect(await actions({ target: customer.id })).toEqual(['suspend_user', 'view_user'])
    expect(await actions({ target: customer.id, withoutLooks: true })).toEqual(['suspend_user'])
    expect(await actions({ search: customer.email })).toEqual(['suspend_user', 'view_user'])
    expect(await actions({ search: customer.email.slice(0, -3).toUpperCase() })).toEqual(['suspend_user', 'view_user'])
    // Also by a part without the at sign. The row itself has no address.
    expect(await actions({ search: customer.email.slice(2, -14) })).toEqual(['suspend_user', 'view_user'])
    expect(await actions({ search: admin.email, withoutLooks: true })).toEqual(['suspend_user'])
    expect(await actions({ search: 'nobody@test.example' })).toEqual([])
  })

  test('finds the rows of many users by a part that their addresses share', () =>
    withRollback(sql, async (db) => {
      await db`alter table private.user_directory drop constraint user_directory_user_id_fkey`
      await db`
        insert into private.user_directory (user_id, created_at, list, is_suspended, name_key, email_key, search_text)
        select gen_random_uuid(), now(), 'approved', false, '', '', 'x@test.example' from generate_series(1, 201)`
      await record(db, customer.id)
      await setCaller(db, auditor)
      expect(
        await db`select action from public.list_audit('test.example', p_target => ${customer.id}, p_action => 'tested')`,
      ).toEqual([{ action: 'tested' }])
    }))

  // They see as much of these payments as any payee: nothing before the money is theirs, and no case about it.
  test('a super admin does not read in it what is done about a payment to them, nor a request about them', async () => {
    const mule = await addCustomer(sql, 'Max Mule')
    const agent = await addAdmin(sql, ['manage_cases', 'approve_users', 'financial_support', 'view_transactions'])
    for (const who of [mule, agent])
      await sql`insert into public.user_roles (user_id, role) values (${who.id}, 'super_admin')`
    const payee = payeeAt(mule)
    const { transaction_id: paid } = await payAs(sql, customer, { ...payee, amount: '1.00' })
    await request(sql, customer, async (db) => {
      await scheduleFuturePayment(db, payee)
      await createRegularPayment(db, payee)
      await db`select public.save_claim(${paid}, 'scam', 'Somebody', 'phone', 'I was tricked')`
      await db`select public.send_claim(${paid})`
    })
    const [claim] = await sql<{ id: string }[]>`select id from private.cases where about_id = ${paid}`
    await as(agent)`select public.assign_case(${claim?.id ?? ''})`
    await as(agent)`select public.decide_claim(${claim?.id ?? ''}, true, 'Not covered', 'not_covered')`
    await as(agent)`select public.record_transaction_view(${paid}, 'payment_review')`
    await sql`update private.settings set four_eyes_above = 1000 where only_row`
    await as(agent)`select public.reverse_payment(${paid}, 'A scam')`
    await sql`update private.settings set four_eyes_above = null where only_row`
    const by = [customer.id, agent.id]
    const readBy = (who: Person) =>
      as(who)<{ action: string }[]>`
        select action from public.list_audit() where actor_id = any (${by}) and action <> 'open_account' order by id`
    const all = (await readBy(agent)).map(({ action }) => action)
    expect(all).toEqual(
      expect.arrayContaining([
        'open_case',
        'schedule_outgoing_payment',
        'create_regular_payment',
        'assign_case',
        'request_approval',
        'view_transaction',
      ]),
    )
    expect((await readBy(mule)).map(({ action }) => action)).toEqual([])
    await sql`insert into public.user_roles (user_id, role) values (${mule.id}, 'admin')`
    await grantPermissions(sql, mule, ['approve_users'])
    const pageOf = async (who: Person) => {
      await as(who)`select public.record_user_view(${customer.id}, 'asked')`
      return as(who)<{ action: string }[]>`
        select a ->> 'action' as action from jsonb_array_elements(public.get_user_page(${customer.id}) -> 'audit') a
        where a ->> 'action' !~ '^view_user'`
    }
    expect((await pageOf(agent)).length).toBeGreaterThan(3)
    expect(await pageOf(mule)).toEqual([])
  })

  test('names the caller, the customer, and the account, chat or payment', async () => {
    const pending = await signUp(sql, 'Paula Pending')
    await as(admin)`select public.approve_users(${[pending.id]})`
    expect(await list({ target: pending.id })).toMatchObject([
      {
        action: 'approve_user',
        actor_name: 'Test Admin',
        subject_id: pending.id,
        subject_kind: 'person',
        subject_name: null,
        person_id: pending.id,
        person_name: 'Paula Pending',
        details: {},
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    const about = { person_id: customer.id, person_name: 'Cara Customer' }
    await as(customer)`select public.record_card_reveal('card_number')`
    expect((await list({ actor: customer.id }))[0]).toMatchObject({
      ...about,
      action: 'reveal_card_number',
      subject_id: customer.account.id,
      subject_kind: 'card',
      subject_name: customer.account.account_number,
    })
    await record(sql, randomUUID(), 'end_chat', 'chat', { user_id: customer.id })
    expect((await list({ target: customer.id }))[0]).toMatchObject({
      ...about,
      action: 'end_chat',
      actor_name: null,
      subject_kind: 'chat',
    })
    const paid = await payAs(sql, customer, { ...externalPayee, amount: '12.5' })
    await record(sql, paid.transaction_id, 'repair_payment', 'payment')
    const payment = { ...about, subject_kind: 'payment', subject_name: `£12.50 to ${externalPayee.name}` }
    expect((await list({ target: paid.transaction_id }))[0]).toMatchObject({ ...payment, action: 'repair_payment' })
    await as(customer)`delete from public.transactions where id = ${paid.transaction_id}`
    expect((await list({ target: paid.transaction_id }))[0]).toMatchObject({ ...payment, action: 'remove_transaction' })
  })

  test('names the colleague to whom a chat went', async () => {
    await record(sql, randomUUID(), 'transfer_chat', 'chat', { user_id: customer.id, to_admin_id: admin.id })
    expect((await list({ target: customer.id }))[0]?.details).toMatchObject({ colleague: 'Test Admin' })
  })

  test('finds parts of names and account numbers, a row, an id, and actions by their words', async () => {
    const found = async (search: string, words: string[] = []) =>
      (await list({ target: customer.id, search, words })).map(({ action }) => action)
    await record(sql, customer.account.id, 'first_action', 'account')
    await record(sql, customer.id, 'second_action')
    const [newest] = await list({ target: customer.id })
    expect(await found('ara cust')).toEqual(['second_action', 'first_action'])
    expect(await found(customer.account.account_number)).toEqual(['second_action', 'first_action'])
    // The account number can contain the number of the row.
    expect(await found(newest?.id ?? '')).toContain('second_action')
    expect(await found(customer.account.id)).toEqual(['first_action'])
    expect(await found('words of an action', ['first_action'])).toEqual(['first_action'])
    expect(await found('%')).toEqual([])
  })

  test('starts at a row, and continues after it', async () => {
    for (const action of ['first_action', 'second_action', 'third_action']) await record(sql, customer.id, action)
    const rows = await list({ target: customer.id })
    const from = await list({ target: customer.id, row: rows[1]?.id, limit: 1 })
    expect(from.map(({ action }) => action)).toEqual(['second_action'])
    const next = await list({ target: customer.id, row: rows[0]?.id, after: from[0], limit: 1 })
    expect(next.map(({ action }) => action)).toEqual(['first_action'])
    expect(await list({ row: '999999999' })).toEqual([])
  })

  test('returns 1,000 rows at once only for a filter whose export is in the audit', async () => {
    await sql`
      insert into private.audit_log (action, subject_kind, subject_id)
      select 'many', 'person', ${customer.id} from generate_series(1, 120)`
    const count = async (filter: Filter) => (await list({ target: customer.id, limit: 1000, ...filter })).length
    expect(await count({})).toBe(100)
    await as(
      auditor,
    )`select public.record_audit_export(p_target => ${customer.id}, p_action => 'many', p_search => 'Cara')`
    expect(await count({ action: 'many', search: 'Cara' })).toBe(120)
    expect(await count({ action: 'many', search: 'Car' })).toBe(100)
    expect(await count({})).toBe(100)
    const [row] = await list({ actor: auditor.id, action: 'export_audit', limit: 1 })
    expect(row?.details).toEqual({ action: 'many', target_id: customer.id, searched: true })
  })

  test('filters by actor, action, target and time, and any of them together', async () => {
    const subject = randomUUID()
    await sql`
      insert into private.audit_log (actor_id, action, subject_id, created_at) values
        (${admin.id}, 'first_action', ${subject}, '2026-01-01 10:00Z'),
        (${admin.id}, 'second_action', ${subject}, '2026-01-01 11:00Z'),
        (${customer.id}, 'first_action', ${subject}, '2026-01-01 12:00Z')`
    const actions = async (filter: Filter) => (await list({ target: subject, ...filter })).map(({ action }) => action)
    expect(await actions({})).toEqual(['first_action', 'second_action', 'first_action'])
    expect(await actions({ actor: admin.id })).toEqual(['second_action', 'first_action'])
    expect(await actions({ action: 'first_action' })).toHaveLength(2)
    expect(await actions({ action: 'first_action', actor: customer.id })).toHaveLength(1)
    expect(await actions({ from: '2026-01-01 11:00Z' })).toEqual(['first_action', 'second_action'])
    expect(await actions({ to: '2026-01-01 11:00Z' })).toEqual(['first_action'])
    expect(await actions({ action: 'unknown_action' })).toEqual([])
    expect(await list({ target: randomUUID() })).toEqual([])
  })

  test('pages through rows with equal times without gaps or repeats', async () => {
    const subject = randomUUID()
    await sql`
      insert into private.audit_log (action, subject_id, created_at)
      select 'tested', ${subject}, '2026-03-03' from generate_series(1, 7)`
    const seen: string[] = []
    let page = await list({ target: subject, limit: 3 })
    while (page.length > 0) {
      seen.push(...page.map(({ id }) => id))
      page = await list({ target: subject, limit: 3, after: page.at(-1) })
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test('keeps the name of a deleted user, as target and as caller', async () => {
    const person = await signUp(sql, 'Gone Gary')
    await approve(sql, person)
    await record(sql, person.id)
    await as(person)`select public.set_payment_limit('100.00')`
    await as(admin)`select public.delete_person(${person.id})`
    const gary = { person_id: person.id, person_name: 'Gone Gary', subject_kind: 'person' }
    expect(await list({ target: person.id })).toMatchObject([
      { ...gary, action: 'delete_person' },
      { ...gary, action: 'set_payment_limit', actor_name: 'Gone Gary' },
      { ...gary, action: 'tested' },
    ])
    expect(await firstBroken(sql)).toBeNull()
  })
})
