import { beforeEach, describe, expect, test } from 'vitest'
import { actingAs, refusalOf, request, rolledBack, speakAs, speakAsOwner, startDatabase } from '../fixtures/database'
import { type Customer, accountOf, addCustomer, signUp } from '../fixtures/people'
import { elsewhere, ledgerProblems, makePayment } from '../fixtures/payments'

const database = startDatabase()
let customer: Customer

beforeEach(async () => {
  customer = await addCustomer(database.sql)
  await request(database.sql, customer, (db) => makePayment(db, { ...elsewhere, amount: '10' }))
})

const takeAway = {
  'the session is ended': 'delete from auth.sessions where id = $1',
  'approval is taken back': 'update public.profiles set approved = false where id = $2',
}

describe.each(Object.entries(takeAway))('when %s, a token that is still valid', (_, query) => {
  async function losingAccess(run: Parameters<typeof rolledBack>[1]) {
    await rolledBack(database.sql, async (db) => {
      await speakAs(db, customer)
      expect(await db`select id from public.transactions`).toHaveLength(1)
      await speakAsOwner(db)
      await db.unsafe(query.replace('$1', `'${customer.sessionId}'`).replace('$2', `'${customer.id}'`))
      await speakAs(db, customer)
      await run(db)
    })
  }

  test('reads nothing more', () =>
    losingAccess(async (db) => {
      expect(await db`select id from public.accounts`).toHaveLength(0)
      expect(await db`select id from public.transactions`).toHaveLength(0)
      expect(await db`select id from public.recipients`).toHaveLength(0)
      expect(await db`select public.get_my_card_number() as number`).toEqual([{ number: null }])
    }))

  test('changes nothing more', () =>
    losingAccess(async (db) => {
      await db`update public.profiles set full_name = 'Changed' where id = ${customer.id}`
      await db`update public.accounts set account_holder_name = 'Changed' where user_id = ${customer.id}`
      await db`delete from public.transactions where user_id = ${customer.id}`
      await db`delete from public.recipients where user_id = ${customer.id}`
      expect((await refusalOf(db, (q) => q`select public.open_current_account()`)).code).toMatch(/^PT40[13]$/)
      await speakAsOwner(db)
      expect(await db`select full_name from public.profiles where id = ${customer.id}`).toEqual([
        { full_name: 'Test Person' },
      ])
      expect((await accountOf(db, customer)).account_holder_name).toBe('Test Person')
      expect(await db`select id from public.transactions where user_id = ${customer.id}`).toHaveLength(1)
      expect(await db`select id from public.recipients where user_id = ${customer.id}`).toHaveLength(1)
    }))

  test('pays nothing more', () =>
    losingAccess(async (db) => {
      expect((await refusalOf(db, (q) => makePayment(q, { ...elsewhere, amount: '1' }))).code).toMatch(/^PT40[13]$/)
      await speakAsOwner(db)
      expect((await accountOf(db, customer)).balance).toBe('4990.00')
    }))
})

test('an ended session is named as the reason, and hides the profile too', () =>
  rolledBack(database.sql, async (db) => {
    await db`delete from auth.sessions where id = ${customer.sessionId}`
    await speakAs(db, customer)
    const message = 'Your session has ended. Please sign in again.'
    expect(await refusalOf(db, (q) => makePayment(q, { ...elsewhere, amount: '1' }))).toEqual({
      code: 'PT401',
      message,
    })
    expect(await refusalOf(db, (q) => q`select public.open_current_account()`)).toEqual({ code: 'PT401', message })
    expect(await db`select id from public.profiles`).toHaveLength(0)
  }))

test('somebody else’s session gives no access', async () => {
  const other = await signUp(database.sql)
  await actingAs(database.sql, { ...customer, sessionId: other.sessionId }, async (db) => {
    expect(await db`select id from public.profiles`).toHaveLength(0)
    expect(await db`select id from public.accounts`).toHaveLength(0)
  })
})

test('a deleted person’s token reads nothing', async () => {
  const person = await signUp(database.sql)
  await database.sql`update public.profiles set approved = true where id = ${person.id}`
  await actingAs(database.sql, person, async (db) => {
    expect(await db`select id from public.profiles`).toHaveLength(1)
  })
  await database.sql`delete from auth.users where id = ${person.id}`
  await actingAs(database.sql, person, async (db) => {
    expect(await db`select id from public.profiles`).toHaveLength(0)
    expect((await refusalOf(db, (q) => q`select public.open_current_account()`)).code).toBe('PT401')
  })
})

test('a person with an account cannot be deleted past the bank: the money stays accounted for', async () => {
  await rolledBack(database.sql, async (db) => {
    expect((await refusalOf(db, (q) => q`delete from auth.users where id = ${customer.id}`)).code).toBe('23503')
  })
  expect(await ledgerProblems(database.sql)).toEqual([])
})
