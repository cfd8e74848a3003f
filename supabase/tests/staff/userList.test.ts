import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Db,
  type Person,
  actingAs,
  refusalOf,
  request,
  setCaller,
  setOwner,
  withRollback,
} from '../fixtures/database'
import {
  type Customer,
  addAdmin,
  addCustomer,
  approve,
  signUp,
  anAdmin,
  addSuperAdmin,
  withPeople,
} from '../fixtures/people'
import { pinOf, readRecorded, suspendCustomer } from '../fixtures/staff'

const { sql, as, admin } = withPeople({ admin: anAdmin(['approve_users']) })

type Row = {
  id: string
  created_at: Date
  full_name: string | null
  sign_in_email: string
  has_pin: boolean
  pin_visible: boolean
  balance: string | null
  financial_support: boolean
  is_staff: boolean
  is_admin: boolean
  can_delete: boolean
  pin_requested_at: Date | null
}
type Options = { filter?: string; sort?: string; after?: Row; limit?: number }
const list = (who: Person, approved: boolean, search: string | null = null, options: Options = {}) =>
  readRecorded(
    sql,
    who,
    (db, listId) => db`
      select public.record_user_list(
        ${listId}, ${approved}, ${search}, ${options.filter ?? null}, ${options.sort ?? null},
        ${options.after?.id ?? null}, ${options.limit ?? 50}
      )`,
    (db, listId) => db<Row[]>`select * from public.list_users(${listId})`,
  )
const find = async (who: Person, person: Person, approved = true) =>
  (await list(who, approved, person.email)).find(({ id }) => id === person.id)
const auditEntries = (who: Person) => sql<{ details: Record<string, unknown> }[]>`
  select details from private.audit_log where action = 'list_users' and actor_id = ${who.id} order by id`

beforeAll(async () => {
  await addSuperAdmin(sql, 'Test Super')
})

describe('list_users', () => {
  test('returns a customer with PIN, balance and permission', async () => {
    const customer = await addCustomer(sql, 'Cara Customer')
    await sql`update public.profiles set notification_email = 'cara@mail.example' where id = ${customer.id}`
    await sql`insert into public.admin_permissions values (${customer.id}, 'financial_support')`
    expect(await find(admin, customer)).toMatchObject({
      id: customer.id,
      approved: true,
      full_name: 'Cara Customer',
      notification_email: 'cara@mail.example',
      sign_in_email: customer.email,
      has_pin: true,
      pin_visible: true,
      balance: '5000.00',
      account_number: customer.account.account_number,
      financial_support: true,
      is_staff: false,
      is_admin: false,
      can_delete: true,
      pin_requested_at: null,
    })
    expect(await find(admin, customer, false)).toBeUndefined()
  })

  test('returns a user without approval, account or PIN, and the time of their PIN request', async () => {
    const person = await signUp(sql, '')
    await sql`select private.remove_pin(${person.id})`
    await sql`insert into private.pin_reset_requests (user_id) values (${person.id})`
    const row = await find(admin, person, false)
    expect(row).toMatchObject({ full_name: null, has_pin: false, pin_visible: true, balance: null })
    expect(row?.pin_requested_at).toBeInstanceOf(Date)
    expect(await find(admin, person, true)).toBeUndefined()
  })

  test('returns who can be deleted: not the caller, no super admin, an admin only by super admins', async () => {
    const superAdmin = await addSuperAdmin(sql)
    const colleague = await addAdmin(sql, [])
    const both = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    expect(await find(admin, admin)).toMatchObject({ can_delete: false, is_staff: true, pin_visible: true })
    expect(await find(admin, superAdmin)).toMatchObject({ can_delete: false, is_staff: true, is_admin: false })
    expect(await find(admin, colleague)).toMatchObject({ can_delete: false, pin_visible: false, is_admin: true })
    expect(await find(both, superAdmin)).toMatchObject({ can_delete: false, pin_visible: true })
    expect(await find(both, colleague)).toMatchObject({
      can_delete: true,
      pin_visible: true,
    })
  })

  test('finds parts of names, addresses and account numbers, and treats patterns literally', async () => {
    const person = await signUp(sql, 'Zebedee 100%_Quux')
    await sql`update public.profiles set notification_email = 'findme@mail.example' where id = ${person.id}`
    for (const search of [
      'zebed',
      ' QUUX ',
      '100%_q',
      'findme@',
      person.email.toUpperCase(),
      person.email.slice(3, 20),
    ]) {
      expect((await list(admin, false, search)).map(({ id }) => id)).toEqual([person.id])
    }
    for (const search of ['zebedee_100', '%quux%x', '\\']) {
      expect((await list(admin, false, search)).map(({ id }) => id)).not.toContain(person.id)
    }
    expect((await list(admin, false, '  ')).length).toBeGreaterThan(0)
    const customer = await addCustomer(sql)
    const found = await list(admin, true, customer.account.account_number.slice(1))
    expect(found.map(({ id }) => id)).toContain(customer.id)
    await sql`update auth.users set email = 'moved@elsewhere.example' where id = ${person.id}`
    expect((await list(admin, false, 'moved@else')).map(({ id }) => id)).toEqual([person.id])
  })

  test.each([
    ['oldest', ['b', 'c', 'a']],
    ['newest', ['a', 'c', 'b']],
    ['name', ['a', 'b', 'c']],
    ['name_desc', ['c', 'b', 'a']],
  ])('pages through users sorted by %s', async (sort, expected) => {
    const mark = `sorted ${sort}`
    for (const name of ['b', 'c', 'a']) {
      const { id } = await signUp(sql, `${name} ${mark}`)
      const seconds = ['b', 'c', 'a'].indexOf(name)
      await sql`
        update public.profiles set created_at = '2026-01-01'::timestamptz + ${seconds} * interval '1 second' where id = ${id}`
    }
    const first = await list(admin, false, mark, { sort, limit: 2 })
    const second = await list(admin, false, mark, { sort, limit: 2, after: first.at(-1)! })
    expect([...first, ...second].map(({ full_name }) => full_name?.[0])).toEqual(expected)
  })

  test('filters, and lists rejected users only by their filter', async () => {
    const mark = 'Filtered Person'
    const [suspended, asked, supported, rejected] = [
      await addCustomer(sql, mark),
      await addCustomer(sql, mark),
      await addCustomer(sql, mark),
      await signUp(sql, mark),
    ]
    await suspendCustomer(sql, admin, suspended)
    await as(admin)`select public.reject_users(${[rejected.id]}, 'No proof of address')`
    await sql`insert into private.pin_reset_requests (user_id) values (${asked.id})`
    await sql`insert into public.admin_permissions values (${supported.id}, 'financial_support')`
    const found = async (filter: string, approved = true) =>
      (await list(admin, approved, mark, { filter })).map(({ id }) => id)
    expect(await found('suspended')).toEqual([suspended.id])
    expect(await found('pin_requested')).toEqual([asked.id])
    expect(await found('financial_support')).toEqual([supported.id])
    expect(await found('staff')).toEqual([])
    expect(await found('rejected', false)).toEqual([rejected.id])
    expect(await list(admin, false, mark)).toEqual([])
    expect((await list(admin, true, null, { filter: 'staff' })).map(({ id }) => id)).toContain(admin.id)
    await expect(list(admin, true, null, { filter: 'everything' })).rejects.toMatchObject({ code: 'PT400' })
    await expect(list(admin, true, null, { sort: 'balance' })).rejects.toMatchObject({ code: 'PT400' })
  })

  test('pages through users with equal times without gaps or repeats', async () => {
    const people: Person[] = []
    for (let nth = 0; nth < 7; nth++) people.push(await signUp(sql, 'Paged Person'))
    await sql`
      update public.profiles set created_at = '2026-01-01' where id in ${sql(people.map(({ id }) => id))}`
    const seen: string[] = []
    let page = await list(admin, false, 'paged person', { limit: 3 })
    while (page.length > 0) {
      seen.push(...page.map(({ id }) => id))
      page = await list(admin, false, 'paged person', { after: page.at(-1)!, limit: 3 })
    }
    expect(seen).toEqual(
      people
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
  })

  test.each([
    [1000, 100],
    [0, 1],
    [-5, 1],
  ])('returns for a limit of %d at most %d rows', async (limit, most) => {
    await sql`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
        gen_random_uuid() || '@test.example', '', now(), now()
      from generate_series(1, 120 - (select count(*)::integer from public.profiles where not approved))`
    expect(await list(admin, false, null, { limit })).toHaveLength(most)
  })

  test('audits a search once an hour, and stores who was on each page', async () => {
    const customer = await addCustomer(sql)
    const first = await list(admin, true, null, { limit: 1 })
    await list(admin, true, null, { limit: 1, after: first[0] })
    await list(admin, true, customer.email)
    await list(admin, true, customer.email)
    const rows = [...(await auditEntries(admin))]
    expect(rows).toEqual([
      { details: { approved: true, searched: false } },
      { details: { approved: true, searched: true } },
    ])
    const reads = await sql<{ people: string[] }[]>`
      select r.people from private.recorded_reads r join private.audit_log l on l.id = r.audit_id
      where l.actor_id = ${admin.id} order by r.id`
    expect(reads).toHaveLength(4)
    expect(reads[0]?.people).toEqual([first[0]?.id])
    expect(reads[3]?.people).toEqual([customer.id])
    expect(JSON.stringify([rows, reads])).not.toContain(`"${await pinOf(sql, customer)}"`)
  })

  test('audits the same search again after an hour', async () => {
    await list(admin, true, 'nobody at all')
    await withRollback(sql, async (db) => {
      await db`alter table private.audit_log disable trigger user`
      await db`update private.audit_log set created_at = created_at - interval '61 minutes' where actor_id = ${admin.id}`
      await setCaller(db, admin)
      await db`select public.record_user_list(${randomUUID()}, true, 'nobody at all')`
      await setOwner(db)
      expect(await db`select from private.audit_log where actor_id = ${admin.id}`).toHaveLength(2)
    })
  })
})

test('count_users counts what a search and a filter find', async () => {
  const mark = 'Counted Person'
  await signUp(sql, mark)
  const customer = await addCustomer(sql, mark)
  const count = async (search: string, filter: string | null = null) => {
    await as(admin)`select public.record_user_list(${randomUUID()}, true, ${search}, ${filter}, p_limit => 1)`
    const [row] = await as(admin)`select pending, approved from public.count_users(${search}, ${filter})`
    return row
  }
  expect(await count('counted per')).toEqual({ pending: '1', approved: '1' })
  expect(await count(customer.account.account_number)).toEqual({ pending: '0', approved: '1' })
  expect(await count('counted per', 'suspended')).toEqual({ pending: '0', approved: '0' })
  expect(await count('nobody at all')).toEqual({ pending: '0', approved: '0' })
})

test('count_users answers a search only after the audit has it, for this caller and session', async () => {
  const recorded = (who: Person, approved: boolean, search: string, filter: string | null = null) =>
    as(who)`select public.record_user_list(${randomUUID()}, ${approved}, ${search}, ${filter})`
  const codeOf = async (search: string, filter: string | null, before?: (db: Db) => PromiseLike<unknown>) => {
    let code: string | null = null
    await actingAs(sql, admin, async (db) => {
      await before?.(db)
      const refusal = await refusalOf(db, async (q) => {
        await q`select from public.count_users(${search}, ${filter})`
        throw new Error('it was not refused')
      }).catch(() => null)
      code = refusal?.code ?? null
    })
    return code
  }
  const colleague = await addAdmin(sql, ['approve_users'])
  await recorded(colleague, true, 'ada@')
  await recorded(admin, true, 'adb@')
  await recorded(admin, true, 'ada@', 'staff')
  expect(await codeOf('ada@', null)).toBe('PT409')
  // The caller could have the record rolled back with the answer.
  const record = (db: Db) => db`select public.record_user_list(${randomUUID()}, true, 'ada@')`
  expect(await codeOf('ada@', null, record)).toBe('PT409')
  expect(await codeOf('ada@', 'staff')).toBeNull()
  await recorded(admin, false, 'ada@')
  expect(await codeOf('ada@', null)).toBeNull()
  expect(await codeOf(' ', null)).toBeNull()
})

test('a search that is recorded by parallel calls is one row of the audit', async () => {
  await Promise.all(
    Array.from({ length: 4 }, () => as(admin)`select public.record_user_list(${randomUUID()}, true, 'same search')`),
  )
  expect(await auditEntries(admin)).toHaveLength(1)
})

test('count_users counts to 10,000 in each list, and no further', () =>
  withRollback(sql, async (db) => {
    await setOwner(db)
    await db`alter table private.user_directory drop constraint user_directory_user_id_fkey`
    await db`
      insert into private.user_directory (user_id, created_at, list, is_suspended, name_key, email_key, search_text)
      select gen_random_uuid(), now(), 'approved', false, '', '', 'crowd' from generate_series(1, 10100)`
    await setCaller(db, admin)
    expect(await db`select approved, pending < 1000 as is_exact from public.count_users()`).toEqual([
      { approved: '10001', is_exact: true },
    ])
  }))

test('count_users counts all users', async () => {
  const count = async () => {
    const [row] = await as(admin)`select * from public.count_users()`
    return { pending: Number(row?.pending), approved: Number(row?.approved), requests: Number(row?.pin_requests) }
  }
  const before = await count()
  const person: Person = await signUp(sql)
  expect(await count()).toEqual({ ...before, pending: before.pending + 1 })
  await approve(sql, person)
  await sql`insert into private.pin_reset_requests (user_id) values (${person.id})`
  expect(await count()).toEqual({
    pending: before.pending,
    approved: before.approved + 1,
    requests: before.requests + 1,
  })
})

describe('PIN reset requests', () => {
  let customer: Customer
  beforeEach(async () => {
    await sql`delete from private.pin_reset_requests where true`
    customer = await addCustomer(sql, 'Fred Forgetful')
    await sql`insert into private.pin_reset_requests (user_id) values (${customer.id})`
  })
  const requests = () =>
    readRecorded(
      sql,
      admin,
      (db, listId) => db`select public.record_pin_request_list(${listId})`,
      (db, listId) => db<{ user_id: string }[]>`select * from public.list_pin_reset_requests(${listId})`,
    )
  const resolve = () =>
    request(sql, admin, async (db) => [...(await db`select public.resolve_pin_reset_request(${customer.id}) as done`)])

  test('PIN reset requests are listed with the user, the oldest first', async () => {
    const later = await signUp(sql, 'Late Lena')
    await sql`
      insert into private.pin_reset_requests (user_id, requested_at) values (${later.id}, now() + interval '1 minute')`
    expect(await requests()).toMatchObject([
      { user_id: customer.id, full_name: 'Fred Forgetful', sign_in_email: customer.email, approved: true },
      { user_id: later.id, full_name: 'Late Lena', approved: false },
    ])
  })

  test('PIN reset requests are resolved once', async () => {
    expect(await resolve()).toEqual([{ done: true }])
    expect(await resolve()).toEqual([{ done: false }])
    expect(await requests()).toEqual([])
    expect(
      await sql`select actor_id from private.audit_log where action = 'resolve_pin_reset_request' and subject_id = ${customer.id}`,
    ).toEqual([{ actor_id: admin.id }])
  })
})
