import { beforeEach, describe, expect, test } from 'vitest'
import { type Cheque, schedule, scheduleBefore } from '../fixtures/scheduledPayments'
import { type Person, actingAs, refusalOf, request, rolledBack, speakAs, startDatabase } from '../fixtures/database'
import { type Customer, addAdmin, addCustomer, signUp } from '../fixtures/people'

const database = startDatabase()
const denied = '42501'
const overLimit = {
  code: 'PT400',
  message: 'You can pay in up to £5,000 per day. Please choose a smaller amount or another day.',
}
let alice: Customer
let bob: Customer
let staff: Person

const schedules = (customer: Customer, cheque: Cheque) =>
  request(database.sql, customer, (db) => schedule(db, customer, cheque))
const refusalTo = async (customer: Customer, cheque: Cheque) => {
  let refusal = { code: 'none', message: '', detail: undefined as string | undefined }
  await actingAs(database.sql, customer, async (db) => {
    refusal = await refusalOf(db, (q) => schedule(q, customer, cheque))
  })
  return refusal
}
// Summer time in the London of 2030: 31 March to 27 October.
const noon = '2030-06-15T12:00:00+01:00'

beforeEach(async () => {
  alice = await addCustomer(database.sql)
  bob = await addCustomer(database.sql)
  staff = await addAdmin(database.sql, [
    'manage_chat',
    'view_transactions',
    'repair_transactions',
    'approve_users',
    'financial_support',
  ])
})

describe('a scheduled payment', () => {
  test('of somebody else can be neither read, deleted, nor made', async () => {
    const id = await schedules(bob, { amount: '10', at: noon })
    for (const person of [alice, staff])
      await actingAs(database.sql, person, async (db) => {
        expect(await db`select id from public.scheduled_payments`).toHaveLength(0)
        expect(await db`delete from public.scheduled_payments where id = ${id}`).toHaveProperty('count', 0)
      })
    expect((await refusalTo(alice, { amount: '10', at: noon, owner: bob.id })).code).toBe(denied)
    expect((await refusalTo(alice, { amount: '10', at: noon, into: bob.account.id })).code).toBe(denied)
  })

  test('cannot be made into somebody else’s account by an admin who can read that account', async () => {
    await actingAs(database.sql, staff, async (db) => {
      const into = (q: typeof db) => schedule(q, bob, { amount: '10', at: noon, owner: staff.id })
      expect((await refusalOf(db, into)).code).toBe(denied)
    })
  })

  test('tells nothing about the limit of somebody else’s account', async () => {
    await schedules(bob, { amount: '5000', at: noon })
    expect((await refusalTo(alice, { amount: '1', at: noon, into: bob.account.id })).code).toBe(denied)
  })

  test('cannot be made or seen before approval', () =>
    rolledBack(database.sql, async (db) => {
      await schedule(db, alice, { amount: '10', at: noon })
      await db`update public.profiles set approved = false where id = ${alice.id}`
      await speakAs(db, alice)
      expect(await db`select id from public.scheduled_payments`).toHaveLength(0)
      expect(await db`delete from public.scheduled_payments where true`).toHaveProperty('count', 0)
      expect((await refusalOf(db, (q) => schedule(q, alice, { amount: '10', at: noon }))).code).toBe(denied)
    }))

  test('cannot be made by a person without an account', async () => {
    const person = await signUp(database.sql)
    await database.sql`update public.profiles set approved = true where id = ${person.id}`
    await actingAs(database.sql, person, async (db) => {
      const refusal = await refusalOf(db, (q) => schedule(q, alice, { amount: '10', at: noon, owner: person.id }))
      expect(refusal.code).toBe(denied)
    })
  })

  test.each([
    'insert into public.scheduled_payments (processed) values (true)',
    'insert into public.scheduled_payments (processed_at) values (now())',
    "insert into public.scheduled_payments (created_at) values ('2020-01-01')",
    'update public.scheduled_payments set processed = false where true',
    'update public.scheduled_payments set amount = 5000 where true',
    "update public.scheduled_payments set scheduled_for = now() + interval '1 day' where true",
    'select private.process_due_scheduled_payments()',
  ])('may not be handled by its customer like this: %s', (query) =>
    actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => q.unsafe(query))).code).toBe(denied)
    }),
  )

  test.each(['0', '-1', '10.005', '0.001', 'NaN', 'Infinity', '1000000.01'])(
    'cannot be of %s pounds',
    async (amount) => {
      expect(await refusalTo(alice, { amount, at: noon })).toEqual({
        code: 'PT400',
        message: 'Please enter a valid amount.',
      })
    },
  )

  test.each(['2020-01-01T12:00:00Z', '-infinity'])('cannot be for %s', async (at) => {
    expect(await refusalTo(alice, { amount: '10', at })).toEqual({
      code: 'PT400',
      message: 'Please choose a date and time in the future.',
    })
  })

  test('cannot be for never', async () => {
    expect((await refusalTo(alice, { amount: '10', at: 'infinity' })).code).toBe('23514')
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(141) },
    { name: '<b>Grandma</b>' },
    { name: 'hid\u200bden' },
    { reference: 'x'.repeat(19) },
    { reference: '<i>' },
  ])('cannot say %j', async (words) => {
    expect((await refusalTo(alice, { amount: '10', at: noon, ...words })).code).toBe('23514')
  })

  test('is stored as scheduled, with tidy words', async () => {
    await schedules(alice, { amount: '10.50', at: noon, name: '  Grandma ', reference: '  ' })
    await actingAs(database.sql, alice, async (db) => {
      expect(
        await db`
          select amount::float, from_name, reference, scheduled_for, processed, processed_at, to_account_id from public.scheduled_payments`,
      ).toEqual([
        {
          amount: 10.5,
          from_name: 'Grandma',
          reference: null,
          scheduled_for: new Date(noon),
          processed: false,
          processed_at: null,
          to_account_id: alice.account.id,
        },
      ])
    })
  })

  test('is deleted by its customer until it is processed, not after', async () => {
    const id = await schedules(alice, { amount: '10', at: noon })
    const past = await scheduleBefore(database.sql, alice, { amount: '10', at: '2026-01-10T12:00:00Z' })
    await database.sql`select private.process_due_scheduled_payments()`
    await actingAs(database.sql, alice, async (db) => {
      expect(await db`delete from public.scheduled_payments where id = ${past}`).toHaveProperty('count', 0)
      expect(await db`delete from public.scheduled_payments where id = ${id}`).toHaveProperty('count', 1)
    })
  })
})

describe('the daily limit', () => {
  test('is 5,000.00 for an account and a day, to the penny', async () => {
    expect(await refusalTo(alice, { amount: '5000.01', at: noon })).toEqual(overLimit)
    await schedules(alice, { amount: '4000', at: noon })
    expect(await refusalTo(alice, { amount: '1000.01', at: noon })).toEqual(overLimit)
    await schedules(alice, { amount: '1000', at: '2030-06-15T23:59:59.999+01:00' })
    expect(await refusalTo(alice, { amount: '0.01', at: noon })).toEqual(overLimit)
    await schedules(bob, { amount: '5000', at: noon })
  })

  test.each([
    ['2030-06-15T00:00:00+01:00', '2030-06-15T23:59:59.999+01:00'],
    // The days on which the clocks change have 23 and 25 hours.
    ['2030-03-31T00:00:00Z', '2030-03-31T23:59:59.999+01:00'],
    ['2030-10-27T00:00:00+01:00', '2030-10-27T23:59:59.999Z'],
  ])('takes %s and %s as one day of London, and neither neighbour with it', async (first, last) => {
    await schedules(alice, { amount: '5000', at: first })
    expect(await refusalTo(alice, { amount: '1', at: last })).toEqual(overLimit)
    const dayBefore = new Date(new Date(first).getTime() - 1).toISOString()
    const dayAfter = new Date(new Date(last).getTime() + 1).toISOString()
    await schedules(alice, { amount: '5000', at: dayBefore })
    await schedules(alice, { amount: '5000', at: dayAfter })
  })

  test('has room again after a payment was deleted, and none after one was processed', async () => {
    const id = await schedules(alice, { amount: '5000', at: noon })
    await request(database.sql, alice, (db) => db`delete from public.scheduled_payments where id = ${id}`)
    await schedules(alice, { amount: '5000', at: noon })
    const day = new Date(Date.now() - 60_000).toISOString()
    await scheduleBefore(database.sql, bob, { amount: '5000', at: day })
    await database.sql`select private.process_due_scheduled_payments()`
    await rolledBack(database.sql, async (db) => {
      expect(await refusalOf(db, (q) => scheduleBefore(q, bob, { amount: '1', at: day }))).toEqual(overLimit)
    })
  })

  test('holds when many payments are scheduled at the same moment', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () => schedules(alice, { amount: '1000', at: noon })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(
      await database.sql`select sum(amount)::float as total from public.scheduled_payments where user_id = ${alice.id}`,
    ).toEqual([{ total: 5000 }])
  })
})
