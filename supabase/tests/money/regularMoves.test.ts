import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { hintOfRequest, request } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { createRegularPayment, dayFromToday, sendDue } from '../fixtures/outgoingPayments'
import { ledgerProblems, payAs, externalPayee } from '../fixtures/payments'
import { type Customer, aCustomer, withPeople } from '../fixtures/people'
import { type RegularMove, createRegularMove, listAccounts, moveMoney, openSavings } from '../fixtures/savings'

// Regular payments between two accounts of one customer, and those that follow the customer's pay.
const { sql, as, alice, bob } = withPeople({ alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') })

let savings: string
beforeEach(async () => {
  await sql`delete from public.outgoing_payments where true`
  await sql`delete from public.regular_payments where true`
  savings = await request(sql, alice, (db) => openSavings(db))
})

const create = (terms: Partial<RegularMove> = {}) =>
  request(sql, alice, (db) => createRegularMove(db, { from: alice.account.id, to: savings, ...terms }))
const hintOfCreate = (terms: Partial<RegularMove>, customer: Customer = alice) =>
  hintOfRequest(sql, customer, (db) => createRegularMove(db, { from: alice.account.id, to: savings, ...terms }))
const balances = async () => (await request(sql, alice, listAccounts)).map(({ balance }) => balance)
const setState = (id: string, state: string) =>
  as(alice)`select public.set_regular_payment_state(${id}, ${state}) as state`
const stateOf = async (id: string) =>
  (
    await sql<{ state: string; failures: number; payments_left: number | null; next: string | null }[]>`
      select r.state, r.failures, r.payments_left, o.due_on::text as next
      from public.regular_payments r
      left join public.outgoing_payments o on o.regular_payment_id = r.id and o.state = 'scheduled'
      where r.id = ${id}`
  )[0]
const sendAt = (day: string, time = '07:00') => sendDue(sql, `${day} ${time} Europe/London`)
const workingDay = async (day: string) =>
  (await sql<{ day: string }[]>`select private.next_working_day(${day}::text::date)::text as day`)[0]?.day ?? ''
const close = () => as(alice)`select public.close_savings_account(${savings})`

describe('a regular move', () => {
  test('is made on its day, and the next one is scheduled', async () => {
    const { id, nextOn } = await create({ startsOn: dayFromToday(3), amount: '25.00' })
    expect(nextOn).toBe(await workingDay(dayFromToday(3)))
    expect(await sendAt(nextOn ?? '')).toEqual(['sent'])
    expect(await balances()).toEqual(['4975.00', '25.00'])
    expect(await stateOf(id)).toMatchObject({ state: 'active', next: dayFromToday(10) })
    expect(
      await as(
        alice,
      )`select amount, incoming, to_account_holder_name as name, other_account_id from public.search_transactions()`,
    ).toEqual([{ amount: '25.00', incoming: false, name: 'Holiday', other_account_id: savings }])
    expect(await sql`select from private.due_mails where user_id = ${alice.id} and kind = 'payment'`).toEqual([])
    expect(await sql`select from public.recipients where user_id = ${alice.id}`).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('begins today if its first day is today', async () => {
    const { nextOn } = await create()
    expect(nextOn).toBe(await workingDay(dayFromToday(0)))
    await sendAt(nextOn ?? '')
    expect(await balances()).toEqual(['4990.00', '10.00'])
  })

  test('goes from savings to the current account, and between savings accounts', async () => {
    const car = await request(sql, alice, (db) => openSavings(db, { name: 'Car' }))
    await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '100.00'))
    await create({ from: savings, to: alice.account.id, amount: '30.00' })
    await create({ from: savings, to: car, amount: '5.00' })
    await sendAt(await workingDay(dayFromToday(0)))
    expect(await balances()).toEqual(['4930.00', '65.00', '5.00'])
  })

  test('needs no check of a payee, no warning and no passkey, and counts towards no limit', async () => {
    await as(alice)`select public.set_payment_limit('10')`
    const { id } = await create({ amount: '4000.00' })
    await as(alice)`select public.change_regular_payment(${id}, '4500.00', null, '2')`
    await sendAt(await workingDay(dayFromToday(0)))
    expect(await balances()).toEqual(['500.00', '4500.00'])
    expect((await as(alice)`select sent_today from public.get_payment_limit()`)[0]).toEqual({ sent_today: '0' })
  })

  test.each([
    [{ amount: null }, 'field:amount'],
    [{ amount: '0' }, 'field:amount'],
    [{ amount: '1000000.01' }, 'field:amount'],
    [{ frequency: 'daily' }, 'field:frequency'],
    [{ startsOn: dayFromToday(-1) }, 'field:day'],
    [{ startsOn: dayFromToday(400) }, 'field:day'],
    [{ startsOn: dayFromToday(5), endsOn: dayFromToday(4) }, 'field:endsOn'],
    [{ frequency: 'payday', endsOn: dayFromToday(-1) }, 'field:endsOn'],
    [{ count: '0' }, 'field:count'],
    [{ count: '1000' }, 'field:count'],
    [{ requestId: null }, 'field:requestId'],
  ])('is refused with %o (%s)', async (terms, hint) => {
    expect(await hintOfCreate(terms)).toBe(hint)
    expect(await sql`select from public.regular_payments where user_id = ${alice.id}`).toEqual([])
  })

  test('is refused to the same account, from and to those of another customer, from a closed and in a frozen one', async () => {
    const his = await request(sql, bob, (db) => openSavings(db))
    expect(await hintOfCreate({ to: alice.account.id })).toBe('field:to')
    for (const theirs of [his, bob.account.id, randomUUID()]) {
      expect(await hintOfCreate({ to: theirs })).toBe('no-account')
      expect(await hintOfCreate({ from: theirs })).toBe('no-account')
    }
    expect(await hintOfCreate({}, bob)).toBe('no-account')
    await close()
    expect(await hintOfCreate({})).toBe('account-closed')
    savings = await request(sql, alice, (db) => openSavings(db))
    await as(alice)`select public.freeze_my_account()`
    expect(await hintOfCreate({})).toBe('account-frozen')
  })

  test('is created once by repeated and simultaneous requests', async () => {
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => create({ requestId })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await hintOfCreate({ requestId, amount: '11.00' })).toBe('idempotency-key-reused')
    expect(await hintOfCreate({ requestId, from: savings, to: alice.account.id })).toBe('idempotency-key-reused')
  })

  test('counts among the 50 regular payments of a customer', async () => {
    for (let nth = 0; nth < 50; nth += 1) await create()
    expect(await hintOfCreate({})).toBe('too-many-scheduled')
  })

  test('is made once by four runs at a time', async () => {
    await create()
    const day = await workingDay(dayFromToday(0))
    await Promise.all([1, 2, 3, 4].map(() => sendAt(day)))
    expect(await balances()).toEqual(['4990.00', '10.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('that lacks the money is tried again in the afternoon, is told to the customer, and pauses after three', async () => {
    const { id } = await create({ from: savings, to: alice.account.id, amount: '50.00' })
    for (let nth = 0; nth < 3; nth += 1) {
      const day = await workingDay(dayFromToday(7 * nth))
      expect([await sendAt(day), await sendAt(day, '15:00')]).toEqual([['scheduled'], ['failed']])
    }
    expect(await stateOf(id)).toMatchObject({ state: 'paused', failures: 3, next: null })
    expect(
      await sql`select distinct title from public.user_notifications where user_id = ${alice.id} order by title`,
    ).toEqual([{ title: 'Payment not sent' }, { title: 'Regular payment paused' }])
  })

  test('waits in a frozen account and for a suspended customer', async () => {
    await create()
    const day = await workingDay(dayFromToday(0))
    await as(alice)`select public.freeze_my_account()`
    expect(await sendAt(day)).toEqual([])
    await sql`select private.unfreeze(${alice.id})`
    await sql`update public.profiles set suspended_at = now() where id = ${alice.id}`
    expect(await sendAt(day)).toEqual([])
    await sql`update public.profiles set suspended_at = null where id = ${alice.id}`
    expect(await sendAt(day)).toEqual(['sent'])
  })

  test('out of protected savings waits as any other, and is then made', async () => {
    await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '100.00'))
    await as(alice)`select public.protect_savings(${savings}, 24)`
    await create({ from: savings, to: alice.account.id, amount: '40.00' })
    expect(await sendAt(await workingDay(dayFromToday(0)))).toEqual(['sent'])
    expect(await balances()).toEqual(['4900.00', '100.00'])
    const [waiting] = await as(alice)<{ id: string; due_at: Date }[]>`
      select id, due_at from public.list_waiting_moves(${savings})`
    await sql`select private.make_waiting_move(${waiting?.id ?? ''}, ${waiting?.due_at ?? null})`
    expect(await balances()).toEqual(['4940.00', '60.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('ends when one of its accounts is closed, and the closing and the move do not both have the money', async () => {
    const { id } = await create()
    const other = await create({ from: savings, to: alice.account.id })
    await Promise.all([close(), sendAt(await workingDay(dayFromToday(0)))])
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', next: null })
    expect(await stateOf(other.id)).toMatchObject({ state: 'cancelled', next: null })
    expect(await balances()).toEqual(['5000.00', '0.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('has the new name of its account, and a payment to somebody else keeps its own', async () => {
    await create()
    await request(sql, alice, (db) => createRegularPayment(db))
    await as(alice)`select public.change_savings_account(${savings}, 'Lisbon', 'blue')`
    const named = await as(
      alice,
    )`select distinct to_name, other_account_id from public.list_upcoming_payments(10) order by 1`
    expect(named).toEqual([
      { to_name: externalPayee.name, other_account_id: null },
      { to_name: 'Lisbon', other_account_id: savings },
    ])
  })

  test('is paused, resumed, skipped and ended as a regular payment, by its owner alone', async () => {
    const { id } = await create({ startsOn: dayFromToday(3) })
    await expect(as(bob)`select public.set_regular_payment_state(${id}, 'paused')`).rejects.toMatchObject({
      hint: 'payment-gone',
    })
    await setState(id, 'paused')
    expect(await stateOf(id)).toMatchObject({ state: 'paused', next: null })
    expect(await setState(id, 'active')).toEqual([{ state: 'active' }])
    expect(await stateOf(id)).toMatchObject({ next: dayFromToday(3) })
    await setState(id, 'cancelled')
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', next: null })
  })
})

describe('on payday', () => {
  /** Pay that came in so many days ago. */
  const receive = (daysAgo: number, amount = '2340.00', payer = 'Northwold Design Ltd', reference = 'Salary') => sql`
    insert into public.transactions (
      id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name,
      from_account_holder_name, reference
    )
    values (
      gen_random_uuid(), gen_random_uuid(), ${alice.id}, now() - ${daysAgo} * interval '1 day', ${amount}, true,
      ${alice.account.sort_code}, ${alice.account.account_number}, 'Alice Archer', ${payer}, ${reference}
    )`
  const findPayday = async () =>
    (await as(alice)<{ payday: { payer: string; paid_on: string } | null }[]>`select public.find_payday() as payday`)[0]
      ?.payday
  const onPayday = (terms: Partial<RegularMove> = {}) => create({ frequency: 'payday', ...terms })
  const find = () => runJob(sql, 'schedule-paydays')

  test.each<[string, [number, string?, string?, string?][], number | null]>([
    ['nothing came in', [], null],
    ['pay came once', [[1]], null],
    ['monthly pay', [[1], [31]], 1],
    ['weekly pay', [[1], [8], [15]], 1],
    [
      'pay of another amount',
      [
        [2, '2500.00'],
        [32, '900.00'],
      ],
      2,
    ],
    ['pay that a weekend moved', [[0], [34]], 0],
    ['pay that came last long ago', [[50], [80]], null],
    [
      'a friend who pays each month',
      [
        [1, '500.00', 'Ben Baker', 'thanks'],
        [31, '500.00', 'Ben Baker', 'thanks'],
      ],
      null,
    ],
    [
      'two payers who each paid once',
      [
        [1, '2000.00', 'First Ltd'],
        [31, '2000.00', 'Second Ltd'],
      ],
      null,
    ],
    ['a benefit after the salary', [[1, '100.00', 'DWP'], [8, '100.00', 'DWP'], [10], [40]], 10],
  ])('the last payday is found: %s', async (_what, received, daysAgo) => {
    for (const args of received) await receive(...args)
    expect((await findPayday())?.paid_on ?? null).toBe(daysAgo === null ? null : dayFromToday(-daysAgo))
  })

  test('a payer whom the customer calls income pays regularly, too', async () => {
    await receive(1, '800.00', 'Ben Baker', 'shifts')
    await receive(31, '800.00', 'Ben Baker', 'shifts')
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${alice.id} limit 1`
    await as(alice)`select public.set_category(${row?.id ?? ''}, 'income', true)`
    expect(await findPayday()).toEqual({ payer: 'Ben Baker', paid_on: dayFromToday(-1) })
  })

  test('money from an own account is no pay, and neither is what another customer got', async () => {
    await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '10.00'))
    await sql`update public.transactions set reference = 'Salary' where user_id = ${alice.id}`
    expect(await findPayday()).toBe(null)
    await receive(1)
    await receive(31)
    expect(await as(bob)`select public.find_payday() as payday`).toEqual([{ payday: null }])
  })

  test('a move waits for the pay, and is made at six on the day after it', async () => {
    await receive(30)
    const { id, nextOn } = await onPayday({ amount: '200.00' })
    expect(nextOn).toBe(null)
    await find()
    expect(await stateOf(id)).toMatchObject({ state: 'active', next: null })
    await receive(0)
    await find()
    await find()
    expect(await stateOf(id)).toMatchObject({ next: dayFromToday(1) })
    expect(await sendAt(dayFromToday(1), '05:59')).toEqual([])
    expect(await sendAt(dayFromToday(1), '06:00')).toEqual(['sent'])
    expect(await balances()).toEqual(['4800.00', '200.00'])
    expect(await stateOf(id)).toMatchObject({ state: 'active', next: null })
  })

  test('a second payment for the same period moves nothing, and the pay of the next one does', async () => {
    await receive(40)
    await receive(10)
    const { id } = await onPayday()
    // As if the job had not run for days.
    await sql`update public.regular_payments set starts_on = starts_on - 10 where id = ${id}`
    await sql`select private.schedule_payday(${id})`
    expect(await stateOf(id)).toMatchObject({ next: dayFromToday(-9) })
    await sendAt(dayFromToday(-9))
    await receive(7, '1500.00')
    await sql`select private.schedule_payday(${id})`
    expect(await stateOf(id)).toMatchObject({ next: null })
    await receive(2)
    await find()
    expect(await stateOf(id)).toMatchObject({ next: dayFromToday(-1) })
  })

  test('a move ends after its number and after its last day', async () => {
    await receive(30)
    const counted = await onPayday({ count: '1' })
    const dated = await onPayday({ endsOn: dayFromToday(1) })
    await receive(0)
    await find()
    await sendAt(dayFromToday(1))
    expect(await stateOf(counted.id)).toMatchObject({ state: 'finished', payments_left: 0 })
    expect(await stateOf(dated.id)).toMatchObject({ state: 'active', next: null })
    await sql`update public.regular_payments set ends_on = current_date - 2 where id = ${dated.id}`
    await find()
    expect(await stateOf(dated.id)).toMatchObject({ state: 'finished' })
  })

  test('a skipped move is made again if the customer wants it, and pay during a pause moves nothing', async () => {
    await receive(30)
    const { id } = await onPayday()
    await receive(0)
    await find()
    const [next] = await sql<{ id: string }[]>`
      select id from public.outgoing_payments where regular_payment_id = ${id} and state = 'scheduled'`
    await as(alice)`select public.cancel_outgoing_payment(${next?.id ?? ''})`
    await find()
    expect(await stateOf(id)).toMatchObject({ state: 'active', next: null })
    await as(alice)`select public.undo_skip(${next?.id ?? ''})`
    expect(await stateOf(id)).toMatchObject({ state: 'active', next: dayFromToday(1) })
    await setState(id, 'paused')
    expect(await stateOf(id)).toMatchObject({ state: 'paused', next: null })
    await sql`update public.transactions set created_at = created_at - interval '1 day' where user_id = ${alice.id}`
    expect(await setState(id, 'active')).toEqual([{ state: 'active' }])
    await find()
    expect(await stateOf(id)).toMatchObject({ state: 'active', next: null })
  })

  test('no payment to somebody else is made', async () => {
    expect(await hintOfRequest(sql, alice, (db) => createRegularPayment(db, { frequency: 'payday' }))).toBe(
      'field:frequency',
    )
    await payAs(sql, alice, { ...externalPayee, amount: '1.00' })
    await expect(
      sql`update public.regular_payments set frequency = 'payday', other_account_id = null where id = ${(await create()).id}`,
    ).rejects.toMatchObject({ constraint_name: 'regular_payments_payday_check' })
  })

  test('thousands of payments from customers of a shop are looked through in half a second', async () => {
    await sql`
      insert into public.transactions (
        id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name,
        from_account_holder_name, reference
      )
      select gen_random_uuid(), gen_random_uuid(), ${alice.id}, now() - n * interval '1 minute', 10 + n % 90, true,
        ${alice.account.sort_code}, ${alice.account.account_number}, 'Alice Archer', 'Customer ' || n, 'Order ' || n
      from generate_series(1, 20000) n`
    await receive(1)
    await receive(31)
    const started = performance.now()
    expect(await findPayday()).toMatchObject({ paid_on: dayFromToday(-1) })
    expect(performance.now() - started).toBeLessThan(500)
  })
})
