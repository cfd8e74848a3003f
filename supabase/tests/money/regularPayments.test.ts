import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { actingAs, request } from '../fixtures/database'
import {
  type RegularPayment,
  attemptsOf,
  createRegularPayment,
  dayFromToday,
  scheduleFuturePayment,
  sendDue,
} from '../fixtures/outgoingPayments'
import { payAs, payeeAt, externalPayee, ledgerProblems } from '../fixtures/payments'
import { type Customer, accountOf, addAdmin, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, alice, bob } = withPeople({ alice: aCustomer('Alice Payer'), bob: aCustomer('Bob Payee') })

beforeEach(async () => {
  await sql`delete from public.outgoing_payments where true`
  await sql`delete from public.regular_payments where true`
})

const create = (payment: RegularPayment = {}, customer = alice) =>
  request(sql, customer, (db) => createRegularPayment(db, payment))
const setState = async (state: string | null, id: string | null, customer = alice) => {
  const [row] = await as(customer)<
    { state: string }[]
  >`select public.set_regular_payment_state(${id}, ${state}) as state`
  return row?.state
}
const change = async (
  id: string | null,
  { amount = '20.00', endsOn = null, count = null }: RegularPayment,
  customer = alice,
) => {
  const [row] = await as(customer)<{ next: string | null }[]>`
      select public.change_regular_payment(${id}, ${amount}, ${endsOn}, ${count})::text as next`
  return row?.next
}
const skipNext = async (id: string) => {
  const [next] = await sql<{ id: string }[]>`
    select id from public.outgoing_payments where regular_payment_id = ${id} and state = 'scheduled'`
  await as(alice)`select public.cancel_outgoing_payment(${next?.id ?? null})`
  return next?.id ?? null
}
const undoSkip = (id: string | null | undefined, customer = alice) =>
  as(customer)`select public.undo_skip(${id ?? null})`
const regularOf = async (id: string) => {
  const [row] = await sql`
    select state, payments_left, failures from public.regular_payments where id = ${id}`
  return row
}
/** When the next payment is sent, as 2026-11-30 06:00. */
const nextOf = async (customer = alice) => (await attemptsOf(sql, customer))[0] ?? null
const balanceOf = async (customer: Customer) => (await accountOf(sql, customer)).balance
/** Sends the next payment on its day, and returns what became of it. */
const sendNext = async () => {
  const [next] = await sql<{ at: string }[]>`
    select send_at::text as at from public.outgoing_payments where user_id = ${alice.id} and state = 'scheduled' order by send_at limit 1`
  return next ? sendDue(sql, next.at) : []
}
/** Both attempts of the day. */
const failNext = async () => [...(await sendNext()), ...(await sendNext())]
const workingDay = async (day: string) => {
  const [row] = await sql<{ day: string }[]>`select private.next_working_day(${day}::text::date)::text as day`
  return row?.day ?? ''
}
const notesOf = async (customer: Customer) => {
  const rows = await sql<{ title: string }[]>`
    select title from public.user_notifications where user_id = ${customer.id} order by created_at, title`
  return rows.map(({ title }) => title)
}

describe('the due days', () => {
  test.each([
    ['weekly', '2027-01-29', ['2027-01-29', '2027-02-05', '2027-02-12']],
    ['two_weekly', '2027-01-29', ['2027-01-29', '2027-02-12', '2027-02-26']],
    ['four_weekly', '2027-01-29', ['2027-01-29', '2027-02-26', '2027-03-26']],
    ['monthly', '2027-01-29', ['2027-01-29', '2027-02-28', '2027-03-29', '2027-04-29']],
    ['monthly', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['monthly', '2028-01-31', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['yearly', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ])('the due days of a %s payment from %s are %s', async (frequency, start, days) => {
    expect(
      await sql`
        select private.regular_date(${start}::text::date, ${frequency}, n)::text as day
        from generate_series(0, ${days.length - 1}::int) as n order by n`,
    ).toEqual(days.map((day) => ({ day })))
  })

  test.each([
    ['2026-11-27', '2026-11-27', 'a Friday'],
    ['2026-11-28', '2026-11-30', 'a Saturday'],
    ['2026-12-25', '2026-12-29', 'Christmas 2026, the weekend and a substitute day'],
    ['2027-03-26', '2027-03-30', 'Good Friday to Easter Monday 2027'],
    ['2027-12-25', '2027-12-29', 'two substitute days'],
    ['2028-01-01', '2028-01-04', 'New Year 2028, a weekend and a substitute day'],
    ['2028-12-25', '2028-12-27', 'Christmas 2028'],
  ])('%s goes out on %s: %s', async (day, sentOn) => {
    expect(await workingDay(day)).toBe(sentOn)
  })

  test('there are eight bank holidays in each year from 2026 to 2028, none at a weekend', async () => {
    expect(
      await sql`
        select extract(year from day)::int as year, count(*)::int as days, count(*) filter (where extract(isodow from day) > 5)::int as weekend
        from private.bank_holidays group by 1 order by 1`,
    ).toEqual([2026, 2027, 2028].map((year) => ({ year, days: 8, weekend: 0 })))
  })
})

describe('the clocks of cases', () => {
  test.each([
    ['2026-11-23', 5, '2026-11-30', 'a week later, over a weekend'],
    ['2026-11-22', 1, '2026-11-23', 'from a Sunday: Monday is the first day'],
    ['2026-11-27', 3, '2026-12-02', 'over a weekend and the end of a month'],
    ['2026-12-24', 1, '2026-12-29', 'over Christmas and its substitute day'],
    ['2026-12-24', 5, '2027-01-05', 'over Christmas and New Year'],
    ['2027-03-25', 2, '2027-03-31', 'over Easter, and over the change to summer time'],
    ['2027-03-29', 5, '2027-04-05', 'from a bank holiday'],
    ['2026-10-23', 1, '2026-10-26', 'over the change to winter time'],
    ['2027-02-26', 1, '2027-03-01', 'over the end of February'],
    ['2026-11-23', 35, '2027-01-14', '35 days, over Christmas and New Year'],
    ['2028-12-29', 1, '2029-01-01', 'after the table: each Monday to Friday'],
    ['2026-11-28', 0, '2026-11-28', 'no days: the day itself'],
  ])('from %s, %i working days later is %s: %s', async (day, days, end) => {
    const [row] = await sql<{ day: string; between: number }[]>`
      select d.day::text, private.working_days_between(${day}::text::date, d.day) as between
      from private.add_working_days(${day}::text::date, ${days}) d (day)`
    expect(row).toEqual({ day: end, between: days })
  })

  test.each([
    ['2026-11-30', '2026-12-01T00:00:00.000Z'],
    ['2027-03-27', '2027-03-28T00:00:00.000Z'],
    ['2027-03-28', '2027-03-28T23:00:00.000Z'],
    ['2026-10-25', '2026-10-26T00:00:00.000Z'],
    ['2026-10-24', '2026-10-24T23:00:00.000Z'],
  ])('%s ends in London at %s', async (day, end) => {
    const [row] = await sql<{ at: Date }[]>`select private.end_of_day(${day}::text::date) as at`
    expect(row?.at.toISOString()).toBe(end)
  })

  test('the table says until when its bank holidays are known', async () => {
    expect(await sql`select private.holidays_known_until()::text as day`).toEqual([{ day: '2028-12-31' }])
  })
})

describe('a regular payment', () => {
  test('a regular payment from today does not make today’s payment, and the next is due one period later', async () => {
    const { id, nextOn } = await create({ frequency: 'weekly', ...payeeAt(bob) })
    expect(nextOn).toBe(await workingDay(dayFromToday(7)))
    expect(await attemptsOf(sql, alice)).toEqual([`${nextOn} 06:00`])
    expect(await balanceOf(alice)).toBe('5000.00')
    expect(await sendNext()).toEqual(['sent'])
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(['4990.00', '5010.00'])
    expect(await nextOf()).toBe(`${await workingDay(dayFromToday(14))} 06:00`)
    expect(await regularOf(id)).toEqual({ state: 'active', payments_left: null, failures: 0 })
  })

  test('a regular payment from another day makes its first payment on that day', async () => {
    const { nextOn } = await create({ startsOn: dayFromToday(3), frequency: 'monthly' })
    expect(nextOn).toBe(await workingDay(dayFromToday(3)))
  })

  test('a regular payment of the 31st stays the 31st for a year, on working days, one payment a month', async () => {
    const [first] = await sql<{ day: string }[]>`
      select max(d)::date::text as day from generate_series(current_date + 1, current_date + interval '11 months', '1 day') d
      where extract(day from d) = 31 and extract(month from d) in (1, 12)`
    await create({ startsOn: first?.day, frequency: 'monthly' })
    for (let n = 0; n < 13; n += 1) expect(await sendNext()).toEqual(['sent'])
    const sent = await sql<{ due: string; lastOfMonth: boolean; working: boolean }[]>`
      select due_on::text as due,
        due_on = (date_trunc('month', due_on) + interval '1 month - 1 day')::date as "lastOfMonth",
        (closed_at at time zone 'Europe/London')::date = private.next_working_day(due_on) as working
      from public.outgoing_payments where user_id = ${alice.id} and state = 'sent' order by due_on`
    expect(sent.filter(({ lastOfMonth, working }) => !lastOfMonth || !working)).toEqual([])
    expect(new Set(sent.map(({ due }) => due.slice(0, 7))).size).toBe(13)
  })

  test('ends after its number of payments', async () => {
    const { id } = await create({ count: '2' })
    expect([await sendNext(), await sendNext(), await sendNext()]).toEqual([['sent'], ['sent'], []])
    expect(await regularOf(id)).toEqual({ state: 'finished', payments_left: 0, failures: 0 })
    expect(await balanceOf(alice)).toBe('4980.00')
  })

  test('a payment that has failed does not use up the number', async () => {
    const { id } = await create({ amount: '6000.00', count: '2' })
    expect(await failNext()).toEqual(['scheduled', 'failed'])
    expect(await regularOf(id)).toEqual({ state: 'active', payments_left: 2, failures: 1 })
  })

  test('ends on its last day, which is included', async () => {
    const { id } = await create({ endsOn: dayFromToday(14) })
    expect([await sendNext(), await sendNext(), await sendNext()]).toEqual([['sent'], ['sent'], []])
    expect(await regularOf(id)).toMatchObject({ state: 'finished' })
  })

  test('pauses with a note after three failures in a row, each with its reason', async () => {
    const { id } = await create({ amount: '6000.00' })
    for (let n = 0; n < 2; n += 1) expect(await failNext()).toEqual(['scheduled', 'failed'])
    expect(await regularOf(id)).toMatchObject({ state: 'active', failures: 2 })
    expect(await failNext()).toEqual(['scheduled', 'failed'])
    expect(await regularOf(id)).toMatchObject({ state: 'paused', failures: 3 })
    expect(await nextOf()).toBeNull()
    expect(await notesOf(alice)).toEqual([
      'Payment not sent',
      'Payment not sent',
      'Payment not sent',
      'Regular payment paused',
    ])
    await actingAs(sql, alice, async (db) => {
      expect(
        await db`select distinct state, problem from public.outgoing_payments where regular_payment_id = ${id}`,
      ).toEqual([{ state: 'failed', problem: "There wasn't enough money in your account." }])
    })
  })

  test('counts failures again after a payment that was sent', async () => {
    const { id } = await create({ amount: '6000.00' })
    await failNext()
    await failNext()
    await payAs(sql, bob, { ...payeeAt(alice), amount: '1000.00' })
    expect(await sendNext()).toEqual(['sent'])
    expect(await regularOf(id)).toMatchObject({ state: 'active', failures: 0 })
  })

  test('a regular payment is not made twice by a repeated request, which returns the first answer', async () => {
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => create({ requestId, count: '5' })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    for (const other of [{ amount: '11' }, { frequency: 'monthly' }, { count: '6' }, { startsOn: dayFromToday(1) }])
      await expect(create({ requestId, count: '5', ...other })).rejects.toMatchObject({
        hint: 'idempotency-key-reused',
      })
    expect(await attemptsOf(sql, alice)).toHaveLength(1)
  })

  test('a regular payment is sent once by four runs at a time, and scheduled once again', async () => {
    await create({ ...payeeAt(bob) })
    const [next] = await sql<{ at: string }[]>`select send_at::text as at from public.outgoing_payments`
    await Promise.all([1, 2, 3, 4].map(() => sendDue(sql, next?.at ?? '')))
    expect(await balanceOf(bob)).toBe('5010.00')
    expect(await attemptsOf(sql, alice)).toHaveLength(1)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a regular payment is deleted with its customer', async () => {
    await create()
    const admin = await addAdmin(sql, ['approve_users'])
    await as(admin)`select public.delete_person(${alice.id})`
    expect(await sql`select from public.regular_payments where user_id = ${alice.id}`).toEqual([])
  })
})

describe('the customer', () => {
  test('changes the amount and the end, also of the next payment', async () => {
    const { id, nextOn } = await create()
    expect(await change(id, { amount: '25.50', count: '1' })).toBe(nextOn)
    expect(await sendNext()).toEqual(['sent'])
    expect(await balanceOf(alice)).toBe('4974.50')
    expect(await regularOf(id)).toMatchObject({ state: 'finished' })
  })

  test('removes an end', async () => {
    const { id } = await create({ count: '1' })
    await change(id, {})
    await sendNext()
    expect(await regularOf(id)).toMatchObject({ state: 'active', payments_left: null })
  })

  test('changes a paused one, without scheduling a payment', async () => {
    const { id } = await create()
    await setState('paused', id)
    expect(await change(id, { amount: '25.00' })).toBeNull()
    await setState('active', id)
    expect(await sendNext()).toEqual(['sent'])
    expect(await balanceOf(alice)).toBe('4975.00')
  })

  test.each<[string, RegularPayment]>([
    ['field:amount', { amount: '0' }],
    ['field:amount', { amount: null }],
    ['field:endsOn', { endsOn: dayFromToday(6) }],
    ['field:endsOn', { endsOn: dayFromToday(30), count: '2' }],
    ['field:count', { count: '0' }],
    ['field:count', { count: '1000' }],
  ])('the customer cannot change it to an invalid value (%s for %o)', async (hint, wrong) => {
    const { id } = await create()
    await expect(change(id, wrong)).rejects.toMatchObject({ code: 'PT400', hint })
    expect(
      await sql`
        select r.amount, r.ends_on, r.payments_left, o.amount as next_amount from public.regular_payments r
        join public.outgoing_payments o on o.regular_payment_id = r.id where r.id = ${id}`,
    ).toEqual([{ amount: '10.00', ends_on: null, payments_left: null, next_amount: '10.00' }])
  })

  test('skips the next payment, which does not count as one of the number', async () => {
    const { id } = await create({ count: '2' })
    await skipNext(id)
    expect(await nextOf()).toBe(`${await workingDay(dayFromToday(14))} 06:00`)
    expect(await regularOf(id)).toMatchObject({ payments_left: 2 })
    expect([await sendNext(), await sendNext(), await sendNext()]).toEqual([['sent'], ['sent'], []])
  })

  test('a skip is undone, the last one first, and does not count as one of the number', async () => {
    const { id } = await create({ count: '5' })
    const days = [await nextOf()]
    const skipped = [await skipNext(id), await skipNext(id)]
    await expect(undoSkip(skipped[0])).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
    await expect(undoSkip(skipped[1], bob)).rejects.toMatchObject({ code: 'PT404', hint: 'payment-gone' })
    await change(id, { amount: '25.00', count: '5' })
    for (const one of [skipped[1], skipped[0], skipped[0]]) await undoSkip(one)
    expect([await nextOf()]).toEqual(days)
    expect(await sql`select amount from public.outgoing_payments where regular_payment_id = ${id}`).toEqual([
      { amount: '25.00' },
    ])
    await sendNext()
    expect(await regularOf(id)).toMatchObject({ state: 'active', payments_left: 4 })
    await expect(undoSkip(skipped[0])).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
  })

  test('a skip cannot be undone on its day, nor while the regular payment is paused', async () => {
    const { id } = await create()
    const skipped = await skipNext(id)
    await sql`update public.outgoing_payments set send_at = now() where id = ${skipped}`
    await expect(undoSkip(skipped)).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
    await sql`update public.outgoing_payments set send_at = now() + interval '5 days' where id = ${skipped}`
    await setState('paused', id)
    await expect(undoSkip(skipped)).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
  })

  test('finishes it by skipping the last payment before its end', async () => {
    const { id } = await create({ endsOn: dayFromToday(7) })
    await skipNext(id)
    expect(await regularOf(id)).toMatchObject({ state: 'finished' })
  })

  test('pauses and resumes it, both any number of times', async () => {
    const { id, nextOn } = await create()
    expect(await setState('paused', id)).toBe('paused')
    expect(await setState('paused', id)).toBe('paused')
    expect(await nextOf()).toBeNull()
    expect(await setState('active', id)).toBe('active')
    expect(await setState('active', id)).toBe('active')
    expect(await attemptsOf(sql, alice)).toEqual([`${nextOn} 06:00`])
  })

  test('resumes it without the payments of the pause', async () => {
    const { id } = await create()
    await setState('paused', id)
    // As if five weeks had passed.
    await sql`update public.regular_payments set starts_on = starts_on - 35 where id = ${id}`
    expect(await setState('active', id)).toBe('active')
    const next = (await nextOf())?.slice(0, 10) ?? ''
    expect(next > dayFromToday(0) && next <= (await workingDay(dayFromToday(7)))).toBe(true)
  })

  test('resumes one whose end has passed: it is finished', async () => {
    const { id } = await create({ endsOn: dayFromToday(14) })
    await setState('paused', id)
    await sql`update public.regular_payments set ends_on = ${dayFromToday(1)} where id = ${id}`
    expect(await setState('active', id)).toBe('finished')
    expect(await nextOf()).toBeNull()
  })

  test('resumes one that three failures have paused: failures count from zero', async () => {
    const { id } = await create({ amount: '6000.00' })
    for (let n = 0; n < 3; n += 1) await failNext()
    expect(await setState('active', id)).toBe('active')
    expect(await regularOf(id)).toMatchObject({ failures: 0 })
  })

  test('cancels it with its next payment, and no change is possible after that', async () => {
    const { id } = await create()
    expect(await setState('cancelled', id)).toBe('cancelled')
    expect(await setState('cancelled', id)).toBe('cancelled')
    expect(await nextOf()).toBeNull()
    const finished = { code: 'PT409', hint: 'payment-finished' }
    await expect(setState('paused', id)).rejects.toMatchObject(finished)
    await expect(setState('active', id)).rejects.toMatchObject(finished)
    await expect(change(id, {})).rejects.toMatchObject(finished)
  })

  test('cancels it at the moment of sending: the payment is sent or cancelled, and none follows', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create({ ...payeeAt(bob), amount: '1.00' })
      await Promise.all([setState('cancelled', id), sendNext()])
      expect(await nextOf()).toBeNull()
    }
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('refuses, with a hint, and writes nothing', () => {
  test.each<[string, RegularPayment]>([
    ['field:recipient', { name: null }],
    ['field:amount', { amount: null }],
    ['field:reason', { reason: 'gift' }],
    ['field:requestId', { requestId: null }],
    ['field:frequency', { frequency: null }],
    ['field:frequency', { frequency: 'daily' }],
    ['field:day', { startsOn: null }],
    ['field:day', { startsOn: 'today' }],
    ['field:day', { startsOn: dayFromToday(-1) }],
    ['field:day', { startsOn: dayFromToday(367) }],
    ['field:endsOn', { endsOn: dayFromToday(6) }],
    ['field:endsOn', { endsOn: dayFromToday(2), startsOn: dayFromToday(3) }],
    ['field:endsOn', { endsOn: '2099-02-29' }],
    ['field:endsOn', { endsOn: dayFromToday(60), count: '3' }],
    ['field:count', { count: '0' }],
    ['field:count', { count: '1000' }],
    ['text-too-long', { frequency: 'x'.repeat(501) }],
  ])('%s for %o', async (hint, wrong) => {
    await expect(create(wrong)).rejects.toMatchObject({ code: 'PT400', hint })
    expect(await sql`select from public.regular_payments`).toHaveLength(0)
    expect(await sql`select from public.outgoing_payments`).toHaveLength(0)
    expect(await sql`select from private.future_requests where user_id = ${alice.id}`).toHaveLength(0)
  })

  test('an end date on the first due day is not before it', async () => {
    await create({ endsOn: dayFromToday(7) })
    await create({ startsOn: dayFromToday(3), endsOn: dayFromToday(3) })
    expect(await attemptsOf(sql, alice)).toHaveLength(2)
  })

  test('the 51st regular payment', async () => {
    for (let n = 0; n < 50; n += 1) await create()
    await expect(create()).rejects.toMatchObject({ code: 'PT409', hint: 'too-many-scheduled' })
    // They do not count as payments for another day.
    await request(sql, alice, (db) => scheduleFuturePayment(db))
  })

  test('changes to the payments of another customer, unknown ones and null', async () => {
    const { id } = await create()
    const gone = { code: 'PT404', hint: 'payment-gone' }
    for (const [other, customer] of [
      [id, bob],
      [randomUUID(), alice],
      [null, alice],
    ] as const) {
      for (const state of ['paused', 'active', 'cancelled'])
        await expect(setState(state, other, customer)).rejects.toMatchObject(gone)
      await expect(change(other, {}, customer)).rejects.toMatchObject(gone)
    }
    for (const state of ['finished', null])
      await expect(setState(state, id)).rejects.toMatchObject({ code: 'PT400', hint: 'field:state' })
    expect(await regularOf(id)).toMatchObject({ state: 'active' })
  })
})

describe('the preview', () => {
  const preview = (payment: RegularPayment) =>
    request(sql, alice, async (db) => {
      const { frequency = 'monthly', startsOn = dayFromToday(0), endsOn = null, count = null } = payment
      const rows = await db<{ day: string }[]>`
        select send_on::text as day from public.preview_regular_payment(${frequency}, ${startsOn}, ${endsOn}, ${count})`
      return rows.map(({ day }) => day)
    })

  test('shows the working days of the next five payments', async () => {
    const days = [7, 14, 21, 28, 35].map(dayFromToday)
    expect(await preview({ frequency: 'weekly' })).toEqual(await Promise.all(days.map(workingDay)))
  })

  test('shows no more than there will be', async () => {
    expect(await preview({ frequency: 'weekly', count: '2' })).toHaveLength(2)
    expect(await preview({ frequency: 'weekly', endsOn: dayFromToday(21) })).toHaveLength(3)
    expect(await preview({ frequency: 'weekly', startsOn: dayFromToday(1), count: '1' })).toHaveLength(1)
  })

  test('shows the days on which the payments are then scheduled', async () => {
    const payment = { frequency: 'two_weekly', startsOn: dayFromToday(2) }
    const shown = await preview(payment)
    await create(payment)
    for (const day of shown) {
      expect(await nextOf()).toBe(`${day} 06:00`)
      await sendNext()
    }
  })

  test('names the field that is wrong', async () => {
    await expect(preview({ frequency: 'daily' })).rejects.toMatchObject({ code: 'PT400', hint: 'field:frequency' })
  })
})

describe('the upcoming payments', () => {
  const upcoming = (days: number | null = 30, customer = alice) =>
    as(customer)<{ to: string; on: string; amount: string; own: boolean; frequency: string | null }[]>`
        select to_name as to, send_on::text as on, amount, outgoing_payment_id is not null as own, frequency
        from public.list_upcoming_payments(${days})`

  test('the upcoming payments are the scheduled ones and the later ones of regular payments, by day', async () => {
    await create({ name: 'Weekly', frequency: 'weekly', amount: '5.00' })
    await request(sql, alice, (db) => scheduleFuturePayment(db, { name: 'Once', sendOn: dayFromToday(1) }))
    await request(sql, alice, (db) => scheduleFuturePayment(db, { name: 'Later', sendOn: dayFromToday(31) }))
    const rows = await upcoming()
    const expected = await Promise.all(
      [7, 14, 21, 28].map(async (day, index) => ({
        to: 'Weekly',
        on: await workingDay(dayFromToday(day)),
        amount: '5.00',
        own: index === 0,
        frequency: 'weekly',
      })),
    )
    expect(rows).toEqual([
      { to: 'Once', on: dayFromToday(1), amount: '10.00', own: true, frequency: null },
      ...expected.filter(({ on }) => on <= dayFromToday(30)),
    ])
    expect(rows.map(({ on }) => on)).toEqual(rows.map(({ on }) => on).toSorted())
  })

  test('without a number of days, the payments of the same day of the next month are among them', async () => {
    const [inMonth] = await sql<{ due: string; sent: string }[]>`
      select due::text, private.next_working_day(due)::text as sent
      from (select (private.london_date(now()) + interval '1 month')::date as due) d`
    await create({ name: 'Rent', frequency: 'monthly', startsOn: inMonth?.due })
    expect(await upcoming(null)).toMatchObject([{ to: 'Rent', on: inMonth?.sent }])
  })

  test('end with the number, the end date, a pause and the cancellation', async () => {
    await create({ name: 'Count', count: '2' })
    await create({ name: 'End', endsOn: dayFromToday(14) })
    const { id } = await create({ name: 'Paused' })
    await setState('paused', id)
    const { id: cancelled } = await create({ name: 'Cancelled' })
    await setState('cancelled', cancelled)
    const names = (await upcoming(366)).map(({ to }) => to)
    expect(names.toSorted()).toEqual(['Count', 'Count', 'End', 'End'])
  })

  test('show the payment that is tried again today', async () => {
    await request(sql, alice, (db) => scheduleFuturePayment(db, { amount: '6000.00' }))
    await sendNext()
    expect(await upcoming()).toMatchObject([{ on: dayFromToday(1), amount: '6000.00', own: true }])
  })

  test.each([0, -5, 100_000])('the upcoming payments of %i days are limited', async (days) => {
    await create()
    expect((await upcoming(days)).length).toBeLessThanOrEqual(53)
  })

  test('the upcoming payments are the caller’s own', async () => {
    await create({ ...externalPayee })
    expect(await upcoming(30, bob)).toEqual([])
  })
})

test('each change is in the audit of the customer', async () => {
  const { id } = await create({ count: '1' })
  await change(id, { amount: '240.00', count: '3' })
  // More than the balance.
  for (const table of ['regular_payments', 'outgoing_payments'])
    await sql`update public.${sql(table)} set amount = 6000 where user_id = ${alice.id}`
  await setState('paused', id)
  await setState('active', id)
  for (let n = 0; n < 3; n += 1) await failNext()
  await setState('cancelled', id)
  const rows = await sql<{ action: string; own: boolean | null }[]>`
    select action, actor_id = ${alice.id} as own from private.audit_log
    where details ->> 'user_id' = ${alice.id} and subject_id = ${id} order by id`
  expect(rows.map(({ action, own }) => `${action}${own === true ? '' : ' by the job'}`)).toEqual([
    'create_regular_payment',
    'change_regular_payment',
    'pause_regular_payment',
    'resume_regular_payment',
    'pause_regular_payment by the job',
    'cancel_regular_payment',
  ])
})
