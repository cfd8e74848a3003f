import { describe, expect, test } from 'vitest'
import type { Person } from '../fixtures/database'
import { payAs, payeeAt, type Payment, externalPayee, ledgerProblems } from '../fixtures/payments'
import { addCustomer, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, payer } = withPeople({ payer: aCustomer() })

const pay = (amount: string, more: Partial<Payment> = {}, who: Person = payer) =>
  payAs(sql, who, { ...externalPayee, amount, ...more })
const refusalTo = (amount: string) =>
  pay(amount).then(
    () => null,
    ({ code, hint, message }: { code: string; hint: string; message: string }) => ({ code, hint, message }),
  )
const setLimit = (limit: string | null, who: Person = payer) => as(who)`select public.set_payment_limit(${limit})`
async function limitOf(who: Person = payer) {
  const [limit] = await as(who)<
    { daily: number; sent: number; left: number; next: number | null; next_from: Date | null }[]
  >`select daily_limit::float as daily, sent_today::float as sent, left_today::float as left,
        next_limit::float as next, next_limit_from as next_from from public.get_payment_limit()`
  return limit
}
const payAt = (at: string, amount: string) => sql`
  select private.pay(${payer.id}, gen_random_uuid(), private.payment_to(('Olive', '20-00-00', '12345678'), ${amount}), ${at}::text::timestamptz)`
const over = (left: string) => ({
  code: 'PT400',
  hint: 'daily-limit',
  message: `You can send up to £${left} more today.`,
})

describe('the daily limit', () => {
  test('the daily limit is £25,000 by default', async () => {
    expect(await limitOf()).toEqual({ daily: 25_000, sent: 0, left: 25_000, next: null, next_from: null })
    await sql`select private.receive_from_outside(${payer.account.id}, ('Employer', '00-07-41', '58820917'), 95000, null, now())`
    await pay('24999.99')
    expect(await limitOf()).toMatchObject({ sent: 24_999.99, left: 0.01 })
    expect(await refusalTo('0.02')).toEqual(over('0.01'))
    await pay('0.01')
    expect(await refusalTo('1000')).toEqual(over('0.00'))
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('counts payments to customers of this bank, and not what comes in', async () => {
    const other = await addCustomer(sql, 'John Smith')
    await pay('10', payeeAt(other))
    expect(await limitOf()).toMatchObject({ sent: 10 })
    expect(await limitOf(other)).toMatchObject({ sent: 0 })
  })

  test('names the missing money first', async () => {
    await setLimit('100')
    expect(await refusalTo('5000.01')).toMatchObject({ hint: 'insufficient-funds' })
    expect(await refusalTo('100.01')).toEqual(over('100.00'))
    expect(await limitOf()).toMatchObject({ sent: 0, left: 100 })
  })

  test('holds for concurrent payments', async () => {
    await setLimit('50')
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => pay('10')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await limitOf()).toMatchObject({ sent: 50, left: 0 })
  })

  test.each([
    // UK summer time in 2030 lasts from 31 March to 27 October.
    ['2030-06-15T22:59:59Z', '2030-06-15T23:00:00Z'],
    ['2030-01-15T23:59:59Z', '2030-01-16T00:00:00Z'],
    // The 23 hours of the day on which the clocks go forward, and the 25 hours of the day on which they go back.
    ['2030-03-30T23:59:59Z', '2030-03-31T00:00:00Z'],
    ['2030-03-31T22:59:59Z', '2030-03-31T23:00:00Z'],
    ['2030-10-26T22:59:59Z', '2030-10-26T23:00:00Z'],
    ['2030-10-27T23:59:59Z', '2030-10-28T00:00:00Z'],
  ])('starts again at midnight in London: after %s', async (before, after) => {
    await setLimit('100')
    await payAt(before, '100')
    await expect(payAt(before, '0.01')).rejects.toMatchObject(over('0.00'))
    await payAt(after, '100')
    await expect(payAt(after, '0.01')).rejects.toMatchObject(over('0.00'))
  })

  test('counts a payment that began before midnight and waited until after it, and does not start again', async () => {
    await setLimit('100')
    await payAt('2030-01-15T23:59:59Z', '60')
    await payAt('2030-01-16T00:00:00Z', '60')
    await expect(payAt('2030-01-15T23:59:59Z', '40.01')).rejects.toMatchObject(over('40.00'))
    await payAt('2030-01-15T23:59:59Z', '40')
    await expect(payAt('2030-01-16T00:00:01Z', '0.01')).rejects.toMatchObject(over('0.00'))
  })

  test('the daily limit does not start again when the clocks change', async () => {
    await setLimit('100')
    // 00:30 GMT and 02:30 BST of one day, and 01:30 BST and 01:30 GMT of another one.
    for (const [before, after] of [
      ['2030-03-31T00:30:00Z', '2030-03-31T01:30:00Z'],
      ['2030-10-27T00:30:00Z', '2030-10-27T01:30:00Z'],
    ] as const) {
      await payAt(before, '100')
      await expect(payAt(after, '0.01')).rejects.toMatchObject(over('0.00'))
    }
  })

  test('counts a payment that is held, and not one that is undone', async () => {
    await as(payer)`select public.set_undo_window('60')`
    await setLimit('100')
    await pay('100')
    expect(await refusalTo('0.01')).toEqual(over('0.00'))
    const [held] = await sql<{ id: string }[]>`
      select id from public.outgoing_payments where user_id = ${payer.id}`
    await as(payer)`select public.undo_payment(${held?.id ?? ''})`
    expect(await limitOf()).toMatchObject({ sent: 0, left: 100 })
    await pay('100')
    await sql`
      select private.send_outgoing_payment(o.id, now() + interval '2 minutes')
      from public.outgoing_payments o where o.user_id = ${payer.id} and o.state = 'held'`
    expect(await limitOf()).toMatchObject({ sent: 100, left: 0 })
  })
})

describe('a customer', () => {
  test('lowers their limit at once', async () => {
    await setLimit('100')
    expect(await limitOf()).toMatchObject({ daily: 100, next: null })
    await setLimit('0')
    expect(await refusalTo('0.01')).toEqual(over('0.00'))
  })

  test('raises their limit after 24 hours, with a note', async () => {
    await setLimit('100')
    await setLimit('30000')
    const waiting = await limitOf()
    expect(waiting).toMatchObject({ daily: 100, next: 30_000 })
    expect((waiting?.next_from?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(await refusalTo('100.01')).toEqual(over('100.00'))
    expect(await sql`select type, title, message from public.user_notifications where user_id = ${payer.id}`).toEqual([
      {
        type: 'payment_limit',
        title: 'Payment limit',
        message:
          "You've asked to raise your daily payment limit to £30,000.00. It applies in 24 hours. If this wasn't you, lower it in Settings and tell us.",
      },
    ])
    // Asking again does not start the wait again.
    await setLimit('30000')
    expect((await limitOf())?.next_from).toEqual(waiting?.next_from)
    await sql`
      update public.profiles set next_limit_from = now() - interval '1 second' where id = ${payer.id}`
    expect(await limitOf()).toMatchObject({ daily: 30_000, next: null })
    await pay('101')
  })

  test('drops a raise that waits by a lower limit', async () => {
    await setLimit('30000')
    await setLimit('200')
    expect(await limitOf()).toMatchObject({ daily: 200, next: null })
  })

  test.each(['-1', '1000000.01', '1e3', 'NaN', 'Infinity', '£100', '', '10.005', null])(
    'a customer cannot set the limit %j, and none is stored',
    async (limit) => {
      await expect(setLimit(limit)).rejects.toMatchObject({
        code: 'PT400',
        hint: 'field:limit',
        message: 'Please enter a limit from £0 to £1,000,000.',
      })
      expect(await sql`select daily_limit from public.profiles where id = ${payer.id}`).toEqual([{ daily_limit: null }])
    },
  )

  test('a customer cannot set a limit of a million characters', () =>
    expect(setLimit('9'.repeat(1_000_000))).rejects.toMatchObject({ code: 'PT400', hint: 'text-too-long' }))

  test('a change is audited', async () => {
    await setLimit('100')
    expect(
      await sql`
        select subject_id, details from private.audit_log where action = 'set_payment_limit' and actor_id = ${payer.id}`,
    ).toEqual([{ subject_id: payer.id, details: { from: 25_000, to: 100 } }])
  })
})
