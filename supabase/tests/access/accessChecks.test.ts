import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, type Person, actingAs, refusalOf, setCaller, withRollback } from '../fixtures/database'
import { payAs, externalPayee, ledgerProblems, makePayment } from '../fixtures/payments'
import { aSuperAdmin, anAdmin, withPeople, aCustomer } from '../fixtures/people'

const { sql, customer, admin, viewer, superAdmin } = withPeople(
  { customer: aCustomer(), admin: anAdmin([]), viewer: anAdmin(['view_transactions']), superAdmin: aSuperAdmin() },
  { once: true },
)

beforeAll(async () => {
  await payAs(sql, customer, { ...externalPayee, amount: '10' })
})

async function checksFor(person: Person, change?: (db: Db) => Promise<unknown>) {
  const results: unknown[] = []
  await withRollback(sql, async (db) => {
    await change?.(db)
    // Only the owner can call private functions by name. The functions read the claims.
    await db`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person.id, session_id: person.sessionId })}, true)`
    const [row] = await db`
      select private.has_live_session() as session, private.is_approved() as approved, private.has_role('admin') as admin,
        private.has_role('super_admin') as super, private.has_permission('view_transactions') as views`
    results.push(row)
  })
  return results[0]
}

describe('the access functions of policies', () => {
  const nothing = { session: false, approved: false, admin: false, super: false, views: false }

  test('deny everything without a live session, and staff rights to a customer', async () => {
    expect(await checksFor(viewer, (db) => db`delete from auth.sessions where id = ${viewer.sessionId}`)).toEqual(
      nothing,
    )
    expect(await checksFor({ ...viewer, sessionId: customer.sessionId })).toEqual(nothing)
    expect(await checksFor(customer)).toEqual({ ...nothing, session: true, approved: true })
  })

  test('deny staff without approval', async () => {
    const change = (db: Db) => db`update public.profiles set approved = false where id = ${viewer.id}`
    expect(await checksFor(viewer, change)).toEqual({ ...nothing, session: true })
  })

  test('deny an expired session', async () => {
    const change = (db: Db) =>
      db`update auth.sessions set not_after = now() - interval '1 second' where id = ${viewer.sessionId}`
    expect(await checksFor(viewer, change)).toEqual(nothing)
  })

  test('recognise admins, permissions and super admins', async () => {
    expect(await checksFor(admin)).toEqual({ ...nothing, session: true, approved: true, admin: true })
    expect(await checksFor(viewer)).toEqual({ ...nothing, session: true, approved: true, admin: true, views: true })
    expect(await checksFor(superAdmin)).toEqual({ ...nothing, session: true, approved: true, super: true })
  })
})

test('an ended session reads no profile and is named in the refusal', () =>
  withRollback(sql, async (db) => {
    await db`delete from auth.sessions where id = ${customer.sessionId}`
    await setCaller(db, customer)
    const message = 'Your session has ended. Please sign in again.'
    expect(await refusalOf(db, (q) => makePayment(q, { ...externalPayee, amount: '1' }))).toEqual({
      code: 'PT401',
      message,
    })
    expect(await refusalOf(db, (q) => q`select public.open_current_account()`)).toEqual({ code: 'PT401', message })
    expect(await db`select id from public.profiles`).toHaveLength(0)
  }))

test('another user’s session gives no access', async () => {
  await actingAs(sql, { ...customer, sessionId: viewer.sessionId }, async (db) => {
    expect(await db`select id from public.profiles`).toHaveLength(0)
    expect(await db`select id from public.accounts`).toHaveLength(0)
  })
})

test('a user with an account cannot be deleted from auth.users directly', async () => {
  await withRollback(sql, async (db) => {
    expect((await refusalOf(db, (q) => q`delete from auth.users where id = ${customer.id}`)).code).toBe('23503')
  })
  expect(await ledgerProblems(sql)).toEqual([])
})
