import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Db, type Person, request, untilBlocked } from '../fixtures/database'
import { dayFromToday, sendDue, setUndoWindow } from '../fixtures/outgoingPayments'
import { approve, givePasskey } from '../fixtures/passkeys'
import { externalPayee, ledgerProblems, readTerms, requestOf } from '../fixtures/payments'
import { accountOf, aCustomer, withPeople } from '../fixtures/people'

const { sql, as, payer, other } = withPeople({ payer: aCustomer('Priya Shah'), other: aCustomer() })

type Asked = {
  requestId?: string | null
  amount?: string
  frequency?: string | null
  endsOn?: string | null
  count?: string | null
  warnings?: string[]
}
type Answer = { transaction_id: string; state: string; balance: string; next_on: Date | null }

/** Pays and repeats as the app does, with the warnings ticked. */
async function payAndRepeat(db: Db, asked: Asked = {}): Promise<Answer | undefined> {
  const { requestId = randomUUID(), amount = '40', frequency = 'monthly', endsOn = null, count = null } = asked
  const payment = { ...externalPayee, amount }
  const terms = await readTerms(db, payment, { frequency, count })
  const sent = { ...payment, ...terms, warnings: asked.warnings ?? terms.warnings }
  const [row] = await db<Answer[]>`
    select * from public.pay_and_repeat(${requestId}, ${requestOf(db, sent)}, ${frequency}, ${endsOn}, ${count})`
  return row
}
const send = (asked: Asked = {}, who: Person = payer) => request(sql, who, (db) => payAndRepeat(db, asked))
const hintOf = (made: Promise<unknown>) =>
  made.then(
    () => null,
    ({ hint }: { hint: string }) => hint,
  )
const made = async () => {
  const [row] = await sql<{ payments: number; regular: number; scheduled: number }[]>`
    select
      (select count(*)::int from public.transactions where user_id = ${payer.id}) as payments,
      (select count(*)::int from public.regular_payments where user_id = ${payer.id}) as regular,
      (select count(*)::int from public.outgoing_payments where user_id = ${payer.id} and state = 'scheduled') as scheduled`
  return row
}
const both = { payments: 1, regular: 1, scheduled: 1 }
const nothing = { payments: 0, regular: 0, scheduled: 0 }

describe('pay_and_repeat', () => {
  test('pays today and sets up the regular payment from the next period on', async () => {
    const answer = await send({ count: '3' })
    expect(answer).toMatchObject({ state: 'sent', balance: '4960.00', next_on: expect.anything() })
    expect(await made()).toEqual(both)
    expect((await accountOf(sql, payer)).balance).toBe('4960.00')
    const [regular] = await sql`
      select starts_on::text, frequency, payments_left from public.regular_payments where user_id = ${payer.id}`
    expect(regular).toEqual({ starts_on: dayFromToday(0), frequency: 'monthly', payments_left: 3 })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('answers a repeated request with the first answer, also on the next day, idle and frozen', async () => {
    const requestId = randomUUID()
    const first = await send({ requestId })
    expect(await send({ requestId })).toEqual(first)
    await sql`update public.regular_payments set starts_on = starts_on - 1 where user_id = ${payer.id}`
    await sql`
      update private.future_requests set payload_hash = private.future_payload_hash(
        private.read_payment(${payer.id}, ${requestOf(sql, { ...externalPayee, amount: '40' })}),
        jsonb_build_array('monthly', (select starts_on::text from public.regular_payments where user_id = ${payer.id}), null, null)
      ) where request_id = ${requestId}`
    expect(await send({ requestId })).toEqual(first)
    await as(payer)`select public.freeze_my_account()`
    await sql`update auth.sessions set created_at = now() - interval '1 hour' where id = ${payer.sessionId}`
    expect(await send({ requestId })).toEqual(first)
    expect(await made()).toEqual(both)
  })

  test('makes both once when the same request comes twice at the same time', async () => {
    const requestId = randomUUID()
    const answers = await Promise.all([send({ requestId }), send({ requestId }), send({ requestId })])
    expect(new Set(answers.map((answer) => answer?.transaction_id)).size).toBe(1)
    expect(await made()).toEqual(both)
  })

  test.each<[string, Asked]>([
    ['amount', { amount: '41' }],
    ['frequency', { frequency: 'weekly' }],
    ['number of payments', { count: '2' }],
  ])('refuses a key that was used with another %s', async (_, change) => {
    const requestId = randomUUID()
    await send({ requestId })
    expect(await hintOf(send({ requestId, ...change }))).not.toBeNull()
    expect(await made()).toEqual(both)
  })

  test('makes neither without the money, in a frozen account, or in an idle session', async () => {
    expect(await hintOf(send({ amount: '5000.01' }))).toBe('insufficient-funds')
    await sql`update auth.sessions set created_at = now() - interval '1 hour' where id = ${payer.sessionId}`
    expect(await hintOf(send())).toBe('session-ended')
    await sql`update auth.sessions set created_at = now() where id = ${payer.sessionId}`
    await as(payer)`select public.freeze_my_account()`
    expect(await hintOf(send())).toBe('account-frozen')
    expect(await made()).toEqual(nothing)
  })

  test('asks for the warnings of both before anything is paid, and of neither again', async () => {
    expect(await hintOf(send({ amount: '2000', warnings: [] }))).toBe('warnings-needed')
    expect(await made()).toEqual(nothing)
    // Half of the balance is that before the payment, for both.
    await send({ amount: '2400' })
    expect(await made()).toEqual(both)
  })

  test.each(['weekly', 'two_weekly', 'four_weekly', 'monthly', 'yearly'])(
    'the warnings that are shown for a %s payment are enough',
    async (frequency) => {
      for (const amount of ['20', '90', '251', '600', '1000']) await send({ amount, frequency })
      await send({ amount: '501', frequency, count: '1' })
      expect(await made()).toEqual({ payments: 6, regular: 6, scheduled: 6 })
    },
  )

  test.each<[string, Asked]>([
    ['has an end before its first payment', { endsOn: dayFromToday(1) }],
    ['has no frequency', { frequency: null }],
    ['is the 51st', {}],
  ])('pays although the regular payment %s, and says that it was not set up', async (what, asked) => {
    if (what === 'is the 51st')
      await sql`
        insert into public.regular_payments (
          user_id, from_account_id, to_account_holder_name, to_sort_code, to_account_number, amount, frequency, starts_on,
          next_occurrence
        )
        select ${payer.id}, ${payer.account.id}, 'Olive', '20-00-00', '12345678', 1, 'weekly', current_date, 1
        from generate_series(1, 50)`
    const before = await made()
    const requestId = randomUUID()
    const first = await send({ ...asked, requestId })
    expect(first).toMatchObject({ state: 'sent', next_on: null })
    expect(await made()).toMatchObject({ payments: 1, regular: before?.regular })
    // The answer to a retry is the first one.
    await sql`delete from public.regular_payments where user_id = ${payer.id}`
    expect(await send({ ...asked, requestId })).toEqual(first)
    expect(await made()).toMatchObject({ payments: 1, regular: 0 })
  })

  test('needs the approvals of both by a passkey, and pays nothing before', async () => {
    const key = await givePasskey(sql, payer)
    await sql`update public.profiles set approve_above = 20 where id = ${payer.id}`
    const requestId = randomUUID()
    const subjectOf = () =>
      send({ requestId }).then(
        () => null,
        ({ hint, detail }: { hint: string; detail: string }) => (hint === 'passkey-needed' ? detail : hint),
      )
    const regular = await subjectOf()
    await approve(sql, payer, regular ?? '', key)
    const payment = await subjectOf()
    expect(payment).not.toBe(regular)
    expect(await made()).toEqual(nothing)
    await approve(sql, payer, payment ?? '', key)
    expect(await subjectOf()).toBeNull()
    expect(await made()).toEqual(both)
  })

  test('holds the payment for its undo window', async () => {
    await setUndoWindow(sql, payer, '10')
    expect(await send()).toMatchObject({ state: 'held', next_on: expect.anything() })
    expect(await sendDue(sql, new Date(Date.now() + 60_000).toISOString())).toEqual(['sent'])
  })

  test('sets up nothing for another customer with the same key', async () => {
    const requestId = randomUUID()
    await send({ requestId })
    await send({ requestId }, other)
    expect(await made()).toEqual(both)
  })
})

test('pay_and_repeat and a change of the payments of the same customer wait for each other', async () => {
  await send()
  let second: Promise<unknown> = Promise.resolve()
  await request(sql, payer, async (db) => {
    await db`select public.set_regular_payment_state(r.id, 'cancelled') from public.regular_payments r`
    second = send()
    await untilBlocked(sql, 'pay_and_repeat')
  })
  await second
  expect(await made()).toEqual({ payments: 2, regular: 2, scheduled: 1 })
})
