import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Db,
  type Person,
  refusalOf,
  request,
  rolledBack,
  speakAs,
  speakAsOwner,
  startDatabase,
} from '../fixtures/database'
import { elsewhere, ledgerProblems, makePayment } from '../fixtures/payments'
import { accountOf, addAdmin, addCustomer, type Customer } from '../fixtures/people'

const database = startDatabase()
const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.', detail: undefined }

let customer: Customer

beforeEach(async () => {
  customer = await addCustomer(database.sql)
})

/** As if the person had last been there so long ago. */
async function leaveFor(db: Db, person: Person, interval: string) {
  await db`update auth.sessions set created_at = now() - ${interval}::interval where id = ${person.sessionId}`
  await db`
    update private.session_activity set last_active_at = now() - ${interval}::interval where session_id = ${person.sessionId}`
}

const touch = async (db: Db) => (await db`select public.touch_session() as is_counted`)[0]?.is_counted as unknown
const pay = (db: Db) => makePayment(db, { ...elsewhere, amount: '1' })

/** Runs as the customer, who has not been there for so long; nothing of it stays. */
const afterLeaving = (interval: string, run: Parameters<typeof rolledBack>[1]) =>
  rolledBack(database.sql, async (db) => {
    await leaveFor(db, customer, interval)
    await speakAs(db, customer)
    await run(db)
  })

describe('a session that nobody has used', () => {
  test('for five and a half minutes still pays', () =>
    afterLeaving('5 minutes 30 seconds', async (db) => {
      await pay(db)
      expect(await db`select balance from public.accounts`).toEqual([{ balance: '4999.00' }])
    }))

  test('for longer pays nothing, and reads as before', () =>
    afterLeaving('5 minutes 31 seconds', async (db) => {
      expect(await refusalOf(db, pay)).toEqual(ended)
      expect(await db`select balance from public.accounts`).toEqual([{ balance: '5000.00' }])
      expect(await db`select id from public.transactions`).toHaveLength(0)
    }))

  test('for longer moves money in no other way either', async () => {
    const admin = await addAdmin(database.sql, ['financial_support', 'repair_transactions', 'approve_users'])
    await rolledBack(database.sql, async (db) => {
      await speakAs(db, admin)
      await db`select public.open_current_account()`
      await speakAsOwner(db)
      await leaveFor(db, admin, '6 minutes')
      await leaveFor(db, customer, '6 minutes')
      await speakAs(db, admin)
      expect(await refusalOf(db, (q) => q`select public.edit_current_account_balance(1)`)).toEqual(ended)
      expect(await refusalOf(db, (q) => q`select public.add_manual_transaction('Shop', 1)`)).toEqual(ended)
      const edit = (q: Db) => q`
        select public.update_user(${customer.id}, p_balance => 1::numeric, p_seen_balance => 5000::numeric)`
      expect(await refusalOf(db, edit)).toEqual(ended)
      await speakAs(db, customer)
      const schedule = (q: Db) => q`
        insert into public.scheduled_payments (user_id, to_account_id, scheduled_for, amount, from_name)
        values (${customer.id}, ${customer.account.id}, now() + interval '1 day', 1, 'Aunt')`
      expect(await refusalOf(db, schedule)).toEqual(ended)
      await speakAsOwner(db)
      expect((await accountOf(db, customer)).balance).toBe('5000.00')
      expect(await db`select id from public.scheduled_payments where user_id = ${customer.id}`).toHaveLength(0)
    })
    expect(await ledgerProblems(database.sql)).toEqual([])
  })

  test('is not woken by asking, nor by a renewed token', () =>
    afterLeaving('6 minutes', async (db) => {
      expect(await touch(db)).toBe(false)
      await speakAsOwner(db)
      await db`update auth.sessions set refreshed_at = now(), updated_at = now() where id = ${customer.sessionId}`
      await speakAs(db, customer)
      expect(await refusalOf(db, pay)).toEqual(ended)
    }))

  test('does not hinder another session of the same person', async () => {
    await rolledBack(database.sql, async (db) => {
      await leaveFor(db, customer, '6 minutes')
      const sessionId = '00000000-0000-4000-8000-00000000abcd'
      await db`insert into auth.sessions (id, user_id, created_at) values (${sessionId}, ${customer.id}, now())`
      await speakAs(db, { ...customer, sessionId })
      await pay(db)
      await speakAs(db, customer)
      expect(await refusalOf(db, pay)).toEqual(ended)
    })
  })
})

describe('a sign of life', () => {
  test('keeps an old session paying', async () => {
    await rolledBack(database.sql, async (db) => {
      await db`update auth.sessions set created_at = now() - interval '5 minutes' where id = ${customer.sessionId}`
      await speakAs(db, customer)
      expect(await touch(db)).toBe(true)
      await speakAsOwner(db)
      await db`update auth.sessions set created_at = now() - interval '1 hour' where id = ${customer.sessionId}`
      await speakAs(db, customer)
      await pay(db)
    })
  })

  test('is written at most every twenty seconds, and once for parallel ones', async () => {
    await Promise.all(Array.from({ length: 5 }, () => request(database.sql, customer, touch)))
    const at = async () =>
      (
        await database.sql`select last_active_at::text as at from private.session_activity where session_id = ${customer.sessionId}`
      ).map((row) => String(row.at))
    const [first] = await at()
    expect(await at()).toHaveLength(1)
    await request(database.sql, customer, touch)
    expect(await at()).toEqual([first])
    await database.sql`update private.session_activity set last_active_at = last_active_at - interval '21 seconds' where session_id = ${customer.sessionId}`
    await request(database.sql, customer, touch)
    expect(await at()).not.toEqual([first])
  })

  test.each(['delete from auth.sessions where id = $1', 'delete from auth.users where id = $2'])(
    'is none when the session is over: %s',
    async (query) => {
      const person = { ...customer, sessionId: customer.sessionId }
      await rolledBack(database.sql, async (db) => {
        await db`delete from public.accounts where user_id = ${person.id}`
        await db.unsafe(query.replace('$1', `'${person.sessionId}'`).replace('$2', `'${person.id}'`))
        await speakAs(db, person)
        expect(await touch(db)).toBe(false)
      })
    },
  )

  test('is for the signed-in alone', () =>
    rolledBack(database.sql, async (db) => {
      await speakAs(db, 'anon')
      expect((await refusalOf(db, (q) => q`select public.touch_session()`)).code).toBe('42501')
    }))
})

test('the limit is a setting, and null switches it off: then nothing is written', async () => {
  await rolledBack(database.sql, async (db) => {
    await db`update private.settings set idle_money_minutes = 2 where only_row`
    await leaveFor(db, customer, '2 minutes 1 second')
    await speakAs(db, customer)
    expect(await refusalOf(db, pay)).toEqual(ended)
    await speakAsOwner(db)
    await db`update private.settings set idle_money_minutes = null where only_row`
    await speakAs(db, customer)
    await pay(db)
    expect(await touch(db)).toBeNull()
    await speakAsOwner(db)
    expect(await db`select from private.session_activity where session_id = ${customer.sessionId}`).toHaveLength(0)
  })
})

test('what the bank does by itself asks for nobody’s sign of life', () =>
  rolledBack(database.sql, async (db) => {
    await db`
      insert into public.scheduled_payments (user_id, to_account_id, created_at, scheduled_for, amount, from_name)
      values (${customer.id}, ${customer.account.id}, now() - interval '2 days', now() - interval '1 day', 7, 'Aunt')`
    await leaveFor(db, customer, '1 hour')
    expect(await db`select private.process_due_scheduled_payments() as credited`).toEqual([{ credited: 1 }])
  }))
