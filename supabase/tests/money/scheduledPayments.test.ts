import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type ScheduledPayment, creditDue, schedulePayment, schedulePastPayment } from '../fixtures/scheduledPayments'
import { refusalAs, actingAs, refusalOf, request, withRollback } from '../fixtures/database'
import { type Customer, signUp, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, alice, bob } = withPeople({ alice: aCustomer(), bob: aCustomer() })
const overLimit = {
  code: 'PT400',
  message: 'You can pay in up to £5,000 per day. Please choose a smaller amount or another day.',
}

const scheduleAs = (customer: Customer, payment: ScheduledPayment) =>
  request(sql, customer, (db) => schedulePayment(db, payment))
/** In one transaction, as in one request with several rows. */
const scheduleTogether = (customer: Customer, payments: ScheduledPayment[]) =>
  request(sql, customer, async (db) => {
    for (const payment of payments) await schedulePayment(db, payment)
  })
const refusalTo = (customer: Customer, payment: ScheduledPayment) =>
  refusalAs(sql, customer, (db) => schedulePayment(db, payment))
// UK summer time in 2030 lasts from 31 March to 27 October.
const noon = '2099-06-15T12:00:00+01:00'

describe('a scheduled payment', () => {
  test('a scheduled payment cannot be created without an account', async () => {
    const person = await signUp(sql)
    await sql`update public.profiles set approved = true where id = ${person.id}`
    expect(await refusalAs(sql, person, (q) => schedulePayment(q, { amount: '10', at: noon }))).toEqual({
      code: 'PT404',
      message: 'You do not have an account yet.',
    })
  })

  test.each(['0', '10.005', '1000000.01', ''])('refuses the amount %s', async (amount) => {
    expect(await refusalTo(alice, { amount, at: noon })).toEqual({
      code: 'PT400',
      message: 'Please enter a valid amount.',
    })
  })

  test.each(['2020-01-01T12:00:00Z', '-infinity', 'infinity'])('refuses the time %s', async (at) => {
    expect(await refusalTo(alice, { amount: '10', at })).toEqual({
      code: 'PT400',
      message: 'Please choose a date and time in the future.',
    })
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(141) },
    { name: '<b>Grandma</b>' },
    { name: 'hid\u200bden' },
    { reference: 'x'.repeat(19) },
    { reference: '<i>' },
  ])('refuses the text %j', async (words) => {
    expect((await refusalTo(alice, { amount: '10', at: noon, ...words })).code).toBe('23514')
  })

  test('a scheduled payment is stored with trimmed text', async () => {
    await scheduleAs(alice, { amount: '10.50', at: noon, name: '  Grandma ', reference: '  ' })
    await actingAs(sql, alice, async (db) => {
      expect(
        await db`
          select amount::float, from_name, reference, scheduled_for, processed, to_account_id from public.scheduled_payments`,
      ).toEqual([
        {
          amount: 10.5,
          from_name: 'Grandma',
          reference: null,
          scheduled_for: new Date(noon),
          processed: false,
          to_account_id: alice.account.id,
        },
      ])
    })
  })

  test('a scheduled payment can be deleted by the customer until it is processed', async () => {
    const id = await scheduleAs(alice, { amount: '10', at: noon })
    const past = await schedulePastPayment(sql, alice, { amount: '10', at: '2026-01-10T12:00:00Z' })
    await creditDue(sql)
    await actingAs(sql, alice, async (db) => {
      expect(await db`delete from public.scheduled_payments where id = ${past}`).toHaveProperty('count', 0)
      expect(await db`delete from public.scheduled_payments where id = ${id}`).toHaveProperty('count', 1)
    })
  })
})

describe('the daily limit', () => {
  test('the daily limit is 5,000.00 per account and day, to the penny', async () => {
    expect(await refusalTo(alice, { amount: '5000.01', at: noon })).toEqual(overLimit)
    await scheduleAs(alice, { amount: '4000', at: noon })
    expect(await refusalTo(alice, { amount: '1000.01', at: noon })).toEqual(overLimit)
    await scheduleAs(alice, { amount: '1000', at: '2099-06-15T23:59:59.999+01:00' })
    expect(await refusalTo(alice, { amount: '0.01', at: noon })).toEqual(overLimit)
    await scheduleAs(bob, { amount: '5000', at: noon })
  })

  test.each([
    ['2099-06-15T00:00:00+01:00', '2099-06-15T23:59:59.999+01:00'],
    // The days on which the clocks change have 23 and 25 hours.
    ['2099-03-29T00:00:00Z', '2099-03-29T23:59:59.999+01:00'],
    ['2099-10-25T00:00:00+01:00', '2099-10-25T23:59:59.999Z'],
  ])('counts %s and %s as one day in UK time, apart from the days before and after', async (first, last) => {
    await scheduleAs(alice, { amount: '5000', at: first })
    expect(await refusalTo(alice, { amount: '1', at: last })).toEqual(overLimit)
    const dayBefore = new Date(new Date(first).getTime() - 1).toISOString()
    const dayAfter = new Date(new Date(last).getTime() + 1).toISOString()
    await scheduleAs(alice, { amount: '5000', at: dayBefore })
    await scheduleAs(alice, { amount: '5000', at: dayAfter })
  })

  test('the daily limit no longer counts a deleted payment, and still counts a processed one', async () => {
    const id = await scheduleAs(alice, { amount: '5000', at: noon })
    await as(alice)`delete from public.scheduled_payments where id = ${id}`
    await scheduleAs(alice, { amount: '5000', at: noon })
    const day = new Date(Date.now() - 60_000).toISOString()
    await schedulePastPayment(sql, bob, { amount: '5000', at: day })
    await creditDue(sql)
    await withRollback(sql, async (db) => {
      const limits = (q: typeof db) =>
        q`select private.enforce_schedule_limits(${bob.account.id}, ${day}::text::timestamptz)`
      await limits(db)
      await schedulePastPayment(db, bob, { amount: '1', at: day })
      expect(await refusalOf(db, limits)).toEqual(overLimit)
    })
  })

  test('holds for concurrent payments', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () => scheduleAs(alice, { amount: '1000', at: noon })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(
      await sql`select sum(amount)::float as total from public.scheduled_payments where user_id = ${alice.id}`,
    ).toEqual([{ total: 5000 }])
  })
})

describe('the limit of 50 open payments for an account', () => {
  const tooMany = {
    code: 'PT409',
    message: 'You can have up to 50 scheduled payments at a time. Please delete one, or wait until one is processed.',
  }
  const pennies = (count: number) => Array.from({ length: count }, () => ({ amount: '0.01', at: noon }))

  test('refuses the 51st, also in one request, until one is deleted or processed', async () => {
    await expect(scheduleTogether(alice, pennies(51))).rejects.toMatchObject(tooMany)
    await scheduleTogether(alice, pennies(49))
    const id = await scheduleAs(alice, { amount: '0.01', at: noon })
    expect(await refusalTo(alice, { amount: '0.01', at: noon })).toEqual(tooMany)
    await scheduleAs(bob, { amount: '0.01', at: noon })
    await as(alice)`delete from public.scheduled_payments where id = ${id}`
    const next = await scheduleAs(alice, { amount: '0.01', at: noon })
    expect(await refusalTo(alice, { amount: '0.01', at: noon })).toEqual(tooMany)
    await sql`select private.credit_scheduled_payment(${next}, ${noon}::text::timestamptz)`
    await scheduleAs(alice, { amount: '0.01', at: noon })
  })
})

describe('a repeated request', () => {
  const reused = {
    code: 'PT409',
    message: 'This payment was already sent with different details. Please start again.',
  }
  const stored = () => sql`select amount from public.scheduled_payments where user_id = ${alice.id}`
  const send = (requestId: string, change: Partial<ScheduledPayment> = {}) =>
    request(sql, alice, (db) =>
      schedulePayment(db, { requestId, amount: '10.50', name: ' Grandma ', at: noon, ...change }),
    )

  test('adds one payment, also when the requests are concurrent', async () => {
    const requestId = randomUUID()
    expect(await send(requestId)).toBe(await send(requestId))
    await Promise.all(Array.from({ length: 8 }, () => send(requestId)))
    expect([...(await stored())]).toEqual([{ amount: '10.50' }])
    await send(randomUUID())
    expect(await stored()).toHaveLength(2)
  })

  test('a repeated request is refused when its details differ', async () => {
    const requestId = randomUUID()
    await send(requestId)
    for (const change of [{ amount: '10.51' }, { name: 'Aunt' }, { reference: 'GIFT' }])
      await expect(send(requestId, change)).rejects.toMatchObject(reused)
    expect(await stored()).toHaveLength(1)
  })

  test('succeeds after the payment was processed, and of another customer tells nothing', async () => {
    const requestId = randomUUID()
    await send(requestId)
    await sql`
      select private.credit_scheduled_payment(s.id, ${noon}::text::timestamptz)
      from public.scheduled_payments s where s.user_id = ${alice.id}`
    await send(requestId)
    expect(await stored()).toHaveLength(1)
    await scheduleAs(bob, { amount: '1', at: noon, requestId })
    expect((await sql`select from public.scheduled_payments where user_id = ${bob.id}`).length).toBe(1)
  })
})
