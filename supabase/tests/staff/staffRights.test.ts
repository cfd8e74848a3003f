import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Db,
  type Person,
  actingAs,
  refusalOf,
  request,
  rolledBack,
  speakAs,
  speakAsOwner,
  startDatabase,
} from '../fixtures/database'
import { addAdmin, addCustomer, approve, grantPermissions, signUp } from '../fixtures/people'
import { elsewhere, makePayment } from '../fixtures/payments'

const database = startDatabase()

let customer: Person
let bareAdmin: Person
let viewer: Person
let userAdmin: Person
let superAdmin: Person

beforeAll(async () => {
  const { sql } = database
  customer = await addCustomer(sql)
  await request(sql, customer, (db) => makePayment(db, { ...elsewhere, amount: '10' }))
  bareAdmin = await addAdmin(sql, [])
  viewer = await addAdmin(sql, ['view_transactions'])
  userAdmin = await addAdmin(sql, ['approve_users', 'financial_support'])
  superAdmin = await signUp(sql)
  await approve(sql, superAdmin)
  await sql`insert into public.user_roles (user_id, role) values (${superAdmin.id}, 'super_admin')`
})

describe('the table of all transactions', () => {
  test('is closed to all staff: they read it by list_all_transactions', async () => {
    for (const person of [bareAdmin, userAdmin, superAdmin, viewer]) {
      await actingAs(database.sql, person, async (db) => {
        expect(await db`select id from public.transactions`).toHaveLength(0)
      })
    }
  })

  test('lets them remove nothing', () =>
    actingAs(database.sql, viewer, async (db) => {
      await db`delete from public.transactions where user_id = ${customer.id}`
      await speakAsOwner(db)
      expect(await db`select id from public.transactions where user_id = ${customer.id}`).toHaveLength(1)
    }))
})

describe('the list of all transactions', () => {
  const list = async (db: Db) => [...(await db`select public.list_all_transactions() -> 'transactions' as rows`)]

  test('is open to an admin with view_transactions, until the role is gone', () =>
    rolledBack(database.sql, async (db) => {
      await speakAs(db, viewer)
      expect(await list(db)).toEqual([{ rows: [expect.objectContaining({ user_email: customer.email })] }])
      await speakAsOwner(db)
      await db`delete from public.user_roles where user_id = ${viewer.id}`
      await speakAs(db, viewer)
      expect((await refusalOf(db, list)).code).toBe('PT403')
    }))

  test('is closed to somebody with the permission but not the role', () =>
    rolledBack(database.sql, async (db) => {
      await grantPermissions(db, superAdmin, ['view_transactions'])
      await speakAs(db, superAdmin)
      expect((await refusalOf(db, list)).code).toBe('PT403')
    }))
})

describe('other people’s profiles and accounts', () => {
  test('are closed to an admin without approve_users and to a super admin', async () => {
    for (const person of [bareAdmin, viewer, superAdmin]) {
      await actingAs(database.sql, person, async (db) => {
        expect(await db`select id from public.profiles where id <> ${person.id}`).toHaveLength(0)
        expect(await db`select id from public.accounts`).toHaveLength(0)
      })
    }
  })

  test('are open to an admin with approve_users', () =>
    actingAs(database.sql, userAdmin, async (db) => {
      expect(await db`select id from public.profiles where id = ${customer.id}`).toHaveLength(1)
      expect(await db`select balance from public.accounts where user_id = ${customer.id}`).toEqual([
        { balance: '4990.00' },
      ])
    }))

  test('cannot be written by that admin directly', () =>
    actingAs(database.sql, userAdmin, async (db) => {
      await db`update public.profiles set full_name = 'Changed' where id = ${customer.id}`
      await db`update public.accounts set account_holder_name = 'Changed' where user_id = ${customer.id}`
      expect(await db`select full_name from public.profiles where id = ${customer.id}`).toEqual([
        { full_name: 'Test Person' },
      ])
      expect(await db`select account_holder_name from public.accounts where user_id = ${customer.id}`).toEqual([
        { account_holder_name: 'Test Person' },
      ])
    }))
})

describe('roles and permissions', () => {
  test('of others are closed to an admin, except who has financial_support to a user administrator', async () => {
    await actingAs(database.sql, viewer, async (db) => {
      expect(await db`select user_id, role from public.user_roles`).toEqual([{ user_id: viewer.id, role: 'admin' }])
      expect(await db`select permission from public.admin_permissions`).toEqual([{ permission: 'view_transactions' }])
    })
    await actingAs(database.sql, userAdmin, async (db) => {
      expect(await db`select permission from public.admin_permissions where admin_id = ${viewer.id}`).toHaveLength(0)
    })
    await rolledBack(database.sql, async (db) => {
      await grantPermissions(db, viewer, ['financial_support'])
      await speakAs(db, userAdmin)
      expect(await db`select permission from public.admin_permissions where admin_id = ${viewer.id}`).toEqual([
        { permission: 'financial_support' },
      ])
    })
  })

  test('of everybody are open to a super admin', () =>
    actingAs(database.sql, superAdmin, async (db) => {
      expect(await db`select role from public.user_roles where user_id = ${viewer.id}`).toEqual([{ role: 'admin' }])
      expect(await db`select permission from public.admin_permissions where admin_id = ${viewer.id}`).toHaveLength(1)
    }))
})

async function answersFor(
  person: Person,
  change?: (db: Parameters<Parameters<typeof rolledBack>[1]>[0]) => Promise<unknown>,
) {
  const answers: unknown[] = []
  await rolledBack(database.sql, async (db) => {
    await change?.(db)
    // The owner may name private functions; the claims are what the functions look at.
    await db`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person.id, session_id: person.sessionId })}, true)`
    const [row] = await db`
      select private.has_live_session() as session, private.is_approved() as approved, private.has_role('admin') as admin,
        private.has_role('super_admin') as super, private.has_permission('view_transactions') as views`
    answers.push(row)
  })
  return answers[0]
}

describe('the functions that policies ask', () => {
  const nothing = { session: false, approved: false, admin: false, super: false, views: false }

  test('deny everything to a person without a session, and the staff part to a customer', async () => {
    expect(await answersFor(viewer, (db) => db`delete from auth.sessions where id = ${viewer.sessionId}`)).toEqual(
      nothing,
    )
    expect(await answersFor({ ...viewer, sessionId: customer.sessionId })).toEqual(nothing)
    expect(await answersFor(customer)).toEqual({ ...nothing, session: true, approved: true })
  })

  test('deny staff that is not approved', async () => {
    const change = (db: Parameters<Parameters<typeof rolledBack>[1]>[0]) =>
      db`update public.profiles set approved = false where id = ${viewer.id}`
    expect(await answersFor(viewer, change)).toEqual({ ...nothing, session: true })
  })

  test('deny a session whose time is over', async () => {
    const change = (db: Parameters<Parameters<typeof rolledBack>[1]>[0]) =>
      db`update auth.sessions set not_after = now() - interval '1 second' where id = ${viewer.sessionId}`
    expect(await answersFor(viewer, change)).toEqual(nothing)
  })

  test('know admins, permissions and super admins', async () => {
    expect(await answersFor(bareAdmin)).toEqual({ ...nothing, session: true, approved: true, admin: true })
    expect(await answersFor(viewer)).toEqual({ ...nothing, session: true, approved: true, admin: true, views: true })
    expect(await answersFor(superAdmin)).toEqual({ ...nothing, session: true, approved: true, super: true })
  })
})
