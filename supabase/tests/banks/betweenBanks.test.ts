import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages, payment, receive, recordAnswer } from '../fixtures/banks'
import { closeAccount } from '../fixtures/closing'
import { hintOfRequest, request, untilBlocked, withRollback, type Db } from '../fixtures/database'
import { setUndoWindow, sendDue } from '../fixtures/outgoingPayments'
import { externalPayee, ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, addCustomer, withPeople, type Customer } from '../fixtures/people'

const { sql, as, alice } = withPeople({ alice: aCustomer('Alice Payer') })

beforeAll(async () => {
  await addOtherBank(sql)
  await addOtherBank(sql, { id: 'third-bank', prefixes: ['77'] })
})
beforeEach(async () => {
  await sql`select private.group_payments(now())`
  await sql`delete from private.bank_messages where true`
})

const pay = (amount = '25.00') => payAs(sql, alice, { ...externalPayee, amount, reference: 'RENT' })
const rowsOf = (customer: Customer) => sql`
  select amount, incoming, status, reversed_at is not null as reversed
  from public.transactions where user_id = ${customer.id} order by id`
const balanceOf = async (customer: Customer) =>
  (await sql<{ balance: string }[]>`select balance from public.accounts where id = ${customer.account.id}`)[0]?.balance
/** The figure 'Pending' of the customer and of staff, and what the customer's pending rows add up to. */
async function pendingOf(customer: Customer) {
  const [mine] = await as(customer)<{ pending: string; listed: string }[]>`
    select a.pending, (select sum(t.amount) from public.search_transactions(p_pending => true) t) as listed
    from public.get_current_account() a`
  const [staff] = await sql<{ pending: number }[]>`
    select (private.describe_account(${customer.id}) #>> '{account,pending}')::float as pending`
  return { mine: Number(mine?.pending), listed: Number(mine?.listed), staff: staff?.pending }
}
const notesOf = (customer: Customer) => sql<{ type: string; title: string; message: string }[]>`
  select type, title, message from public.user_notifications where user_id = ${customer.id} order by created_at`
/** Several payments in one message. Returns their ids. */
async function receiveSeveral(payee: Customer, count: number) {
  const payments = Array.from({ length: count }, () => ({ ...payment(payee), amount: '0.01' }))
  await receive(sql, { id: randomUUID(), type: 'payment', payments })
  return payments.map(({ paymentId }) => paymentId)
}
const isSound = async () => {
  expect(await ledgerProblems(sql)).toEqual([])
  expect(await sql`select * from private.verify_between_banks()`).toEqual([])
}

describe('a payment to another bank', () => {
  test('is pending between the banks until the other bank has accepted it', async () => {
    const { transaction_id: id } = await pay()
    expect(await rowsOf(alice)).toEqual([{ amount: '25.00', incoming: false, status: 'pending', reversed: false }])
    await isSound()
    const [message] = await takeMessages(sql)
    expect(message).toMatchObject({
      type: 'payment',
      paymentId: id,
      amount: '25.00',
      payer: { name: 'Alice Payer', accountNumber: alice.account.account_number },
      payee: { name: 'External Payee', sortCode: '12-34-56', accountNumber: '12345678' },
      reference: 'RENT',
    })
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted', reason: null })
    expect(await rowsOf(alice)).toEqual([{ amount: '25.00', incoming: false, status: 'completed', reversed: false }])
    expect(await sql`select kind from private.due_mails where about_id = ${id}`).toEqual([{ kind: 'payment' }])
    await isSound()
  })

  test("is in the figure 'Pending' as long as its row is pending, beside what is held", async () => {
    await pay()
    await setUndoWindow(sql, alice, '30')
    await pay('10.00')
    expect(await pendingOf(alice)).toEqual({ mine: 35, listed: 35, staff: 35 })
    expect(await pendingOf(await addCustomer(sql))).toEqual({ mine: 0, listed: 0, staff: 0 })
    expect(await balanceOf(alice)).toBe('4965.00')

    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted', reason: null })
    expect(await pendingOf(alice)).toEqual({ mine: 10, listed: 10, staff: 10 })

    // The payment that was held is sent.
    const later = new Date(Date.now() + 61_000).toISOString()
    expect(await sendDue(sql, later)).toEqual(['sent'])
    expect(await pendingOf(alice)).toEqual({ mine: 10, listed: 10, staff: 10 })
    const [second] = await takeMessages(sql, '2 minutes')
    await answerBank(sql, second, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
    expect(await pendingOf(alice)).toEqual({ mine: 0, listed: 0, staff: 0 })
    expect(await balanceOf(alice)).toBe('4975.00')
  })

  test("stays in the figure 'Pending' and in the list behind it for months without an answer", async () => {
    const { transaction_id: id } = await pay()
    await sql`update public.transactions set created_at = now() - interval '100 days' where id = ${id}`
    await sql`update private.bank_payments set created_at = now() - interval '100 days' where id = ${id}`
    expect(await pendingOf(alice)).toEqual({ mine: 25, listed: 25, staff: 25 })
    await as(alice)`delete from public.transactions where id = ${id}`
    expect(await pendingOf(alice)).toEqual({ mine: 0, listed: 0, staff: 0 })
    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted', reason: null })
  })

  test('comes back whole with a note in words when the other bank rejects it', async () => {
    await pay()
    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
    expect(await rowsOf(alice)).toEqual([{ amount: '25.00', incoming: false, status: 'failed', reversed: false }])
    expect(await balanceOf(alice)).toBe('5000.00')
    expect(await notesOf(alice)).toEqual([
      {
        type: 'payment',
        title: 'Payment not sent',
        message:
          "Your payment of £25.00 to External Payee wasn't sent. There is no account with this sort code and account number. The money is back in your account.",
      },
    ])
    const [limits] = await sql`select sent_today from public.accounts where id = ${alice.account.id}`
    expect(limits).toEqual({ sent_today: '0.00' })
    await isSound()
  })

  test('is sent again under the same id until it is answered, and the first decision stays', async () => {
    await pay()
    const [first] = await takeMessages(sql)
    expect(await takeMessages(sql)).toEqual([])
    const [again] = await takeMessages(sql, '11 seconds')
    expect(again).toEqual(first)
    await answerBank(sql, first, { type: 'payment-status', status: 'accepted', reason: null })
    await answerBank(sql, first, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
    await receive(sql, {
      id: randomUUID(),
      type: 'payment-status',
      paymentId: first?.paymentId,
      status: 'rejected',
      reason: 'AC01',
    })
    expect(await rowsOf(alice)).toMatchObject([{ status: 'completed', reversed: false }])
    expect(await sql`select problem from private.bank_payments where id = ${first?.paymentId ?? ''}`).toEqual([
      { problem: 'contradiction' },
    ])
    await isSound()
  })

  test('is asked about when its decision does not come, and sent again if the other bank does not know it', async () => {
    await pay()
    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'pending', reason: null })
    expect(await takeMessages(sql, '29 seconds')).toEqual([])
    const [question] = await takeMessages(sql, '31 seconds')
    expect(question).toMatchObject({ type: 'status-request', paymentId: message?.paymentId })
    await answerBank(sql, question, { type: 'payment-status', status: 'unknown', reason: null })
    const [again] = await takeMessages(sql, '32 seconds')
    expect(again).toEqual(message)
    await answerBank(sql, again, { type: 'payment-status', status: 'accepted', reason: null })
    expect(await rowsOf(alice)).toMatchObject([{ status: 'completed' }])
    await isSound()
  })

  test('is asked about ever more seldom, and not more seldom than every six hours', async () => {
    const { transaction_id: id } = await pay()
    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'pending', reason: null })
    // In half minutes.
    const waits: (number | undefined)[] = []
    for (let ask = 0; ask < 13; ask += 1) {
      await sql`update private.bank_payments set ask_at = now() where id = ${id}`
      const [question] = await takeMessages(sql)
      await answerBank(sql, question, { type: 'payment-status', status: 'pending', reason: null })
      const [row] = await sql<{ halves: number }[]>`
        select round(extract(epoch from ask_at - clock_timestamp()) / 30)::int as halves
        from private.bank_payments where id = ${id}`
      waits.push(row?.halves)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 720, 720, 720])
  })

  test('waits for the undo window first, and then for the other bank', async () => {
    await setUndoWindow(sql, alice, '30')
    await pay()
    expect(await takeMessages(sql)).toEqual([])
    expect(await sendDue(sql, new Date(Date.now() + 61_000).toISOString())).toEqual(['sent'])
    expect(await rowsOf(alice)).toMatchObject([{ status: 'pending' }])
    const [message] = await takeMessages(sql, '2 minutes')
    await answerBank(sql, message, { type: 'payment-status', status: 'rejected', reason: 'AC04' })
    expect(await balanceOf(alice)).toBe('5000.00')
    await isSound()
  })

  test('is refused while the other bank is off', async () => {
    await sql`update private.banks set is_on = false where id = 'other-bank'`
    try {
      await expect(pay()).rejects.toMatchObject({ code: 'PT409', hint: 'bank-off' })
      expect(await rowsOf(alice)).toEqual([])
      await expect(receive(sql, payment(alice))).rejects.toMatchObject({ code: 'PT403' })
    } finally {
      await sql`update private.banks set is_on = true where id = 'other-bank'`
    }
  })

  test('does not delay the messages of others while its customer keeps it locked', async () => {
    await pay()
    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'pending', reason: null })
    await sql.begin(async (db) => {
      await db`select from private.bank_payments where id = ${message?.paymentId ?? ''} for update`
      await sql.begin(async (job) => {
        await job`set local lock_timeout = '200ms'`
        expect(await job`select from private.take_bank_messages(clock_timestamp() + '1 minute')`).toHaveLength(0)
      })
    })
    expect(await takeMessages(sql, '1 minute')).toMatchObject([{ type: 'status-request' }])
  })

  test('can be returned before its answer has come', async () => {
    const { transaction_id: id } = await pay()
    await takeMessages(sql)
    const message = { id: randomUUID(), type: 'return', paymentId: id, amount: '25.00', reason: 'AC04' }
    expect(await receive(sql, message)).toMatchObject({ type: 'return-status', status: 'accepted' })
    expect(await receive(sql, message)).toMatchObject({ type: 'return-status', status: 'accepted' })
    expect(await rowsOf(alice)).toMatchObject([{ status: 'completed', reversed: true }])
    expect(await balanceOf(alice)).toBe('5000.00')
    expect(await receive(sql, { ...message, id: randomUUID(), amount: '24.00' })).toMatchObject({
      status: 'rejected',
      reason: 'AM02',
    })
    await isSound()
  })
})

describe('several payments in one message', () => {
  const alicesPayments = async () =>
    await sql<{ id: string; state: string }[]>`
      select id, state from private.bank_payments where account_id = ${alice.account.id} and is_outgoing order by id`

  test('are sent together, and each has its own decision', async () => {
    for (const amount of ['1.00', '2.00', '4.00', '8.00']) await pay(amount)
    const [message, ...others] = await takeMessages(sql)
    expect(others).toEqual([])
    const payments = message?.payments as { paymentId: string; amount: string }[]
    expect(payments.map(({ amount }) => amount)).toEqual(['1.00', '2.00', '4.00', '8.00'])
    const decided = (status: string, place: number, reason: string | null = null) => ({
      paymentId: payments[place]?.paymentId,
      status,
      reason,
    })
    const answer = {
      type: 'payment-statuses',
      // In another order.
      payments: [decided('rejected', 3, 'AC04'), decided('accepted', 2), decided('pending', 1), decided('accepted', 0)],
    }
    await recordAnswer(sql, message?.id ?? '', { ...answer, payments: answer.payments.slice(1) })
    expect((await alicesPayments()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
    await recordAnswer(sql, message?.id ?? '', answer)
    expect((await alicesPayments()).map(({ state }) => state)).toEqual(['accepted', 'sent', 'accepted', 'rejected'])
    expect((await rowsOf(alice)).map(({ status }) => status as unknown)).toEqual([
      'completed',
      'pending',
      'completed',
      'failed',
    ])
    expect(await balanceOf(alice)).toBe('4993.00')
    await isSound()
    expect(await takeMessages(sql, '31 seconds')).toMatchObject([
      { type: 'status-request', paymentId: payments[1]?.paymentId },
    ])
  })

  const queue = (count: number) => sql`
    insert into private.bank_payments (bank_id, is_outgoing, id, movement_id, created_at, amount, state, instruction)
    select 'third-bank', true, id, id, now(), 1, 'sent', jsonb_build_object('paymentId', id)
    from (select gen_random_uuid() as id from generate_series(1, ${count})) n`
  const emptyQueue = async () => {
    await sql`delete from private.bank_messages where bank_id = 'third-bank'`
    await sql`delete from private.bank_payments where bank_id = 'third-bank'`
  }
  const sizes = async () =>
    (await takeMessages(sql)).map(({ payments }) => (payments as object[]).length).toSorted((one, other) => one - other)

  test('are at most 50 in a message, and at most 20 messages are taken at once', async () => {
    try {
      await queue(60)
      expect(await sizes()).toEqual([10, 50])
      expect(await sizes()).toEqual([])
      await queue(1060)
      expect(await sizes()).toEqual(Array.from({ length: 20 }, () => 50))
      expect(await sizes()).toEqual([10, 50])
    } finally {
      await emptyQueue()
    }
  })

  test('are left to the sender that takes already', async () => {
    try {
      await queue(2)
      await sql.begin(async (first) => {
        expect(await first`select from private.take_bank_messages()`).toHaveLength(1)
        await queue(2)
        expect(await sizes()).toEqual([])
      })
      expect(await sizes()).toEqual([2])
    } finally {
      await emptyQueue()
    }
  })

  test('are taken again when their sender ends before it has an answer', async () => {
    try {
      await queue(2)
      const [message] = await takeMessages(sql)
      expect(await takeMessages(sql, '9 seconds')).toEqual([])
      expect(await takeMessages(sql, '11 seconds')).toMatchObject([{ id: message?.id }])
    } finally {
      await emptyQueue()
    }
  })

  test('call for the sender while they wait to be sent, sent again or asked about, and at no other time', async () => {
    const isDue = async (later = '0') =>
      (await sql`select private.has_bank_messages_due(clock_timestamp() + ${later}::interval) as due`)[0]
        ?.due as boolean
    await sql`update private.bank_payments set ask_at = now() + interval '1 year' where is_outgoing and state = 'sent'`
    try {
      expect(await isDue()).toBe(false)
      const { transaction_id: id } = await pay()
      expect(await isDue()).toBe(true)
      await sql`update private.banks set is_on = false where id = 'other-bank'`
      expect(await isDue()).toBe(false)
      await sql`update private.banks set is_on = true where id = 'other-bank'`
      const [message] = await takeMessages(sql)
      expect([await isDue(), await isDue('11 seconds')]).toEqual([false, true])
      await answerBank(sql, message, { type: 'payment-status', status: 'pending', reason: null })
      expect([await isDue('29 seconds'), await isDue('31 seconds')]).toEqual([false, true])
      const [question] = await takeMessages(sql, '31 seconds')
      // The question itself is on its way, so nothing else is asked about the payment.
      expect([await isDue('32 seconds'), await isDue('42 seconds')]).toEqual([false, true])
      await answerBank(sql, question, { type: 'payment-status', paymentId: id, status: 'accepted', reason: null })
      expect(await isDue('1 hour')).toBe(false)
    } finally {
      await sql`update private.banks set is_on = true where id = 'other-bank'`
    }
  })

  test('of 15,000 that wait for a bank which is down do not make the question each second slow', async () => {
    await withRollback(sql, async (db) => {
      await db`delete from private.bank_messages where true`
      await db`
        with waiting as materialized (select nth / 50 as message, gen_random_uuid() as id from generate_series(0, 14999) nth),
        message as (
          insert into private.bank_messages (bank_id, is_outgoing, id, type, body, taken_until)
          select 'other-bank', true, md5('message ' || w.message)::uuid, 'payment', '{}', now() + interval '10 minutes'
          from (select distinct message from waiting) w
        )
        insert into private.bank_payments (bank_id, is_outgoing, id, movement_id, message_id, account_id, created_at, amount, state, ask_at)
        select 'other-bank', true, w.id, w.id, md5('message ' || w.message)::uuid, ${alice.account.id}, now(), 0.01, 'sent', now()
        from waiting w`
      const started = performance.now()
      expect(await db`select private.has_bank_messages_due() as due`).toEqual([{ due: false }])
      expect(await db`select from private.take_bank_messages()`).toHaveLength(0)
      expect(performance.now() - started).toBeLessThan(1000)
    })
  })

  test('are credited or rejected one by one, and one that came before is not credited again', async () => {
    const before = payment(alice)
    await receive(sql, before)
    const { id: _id, type: _type, ...known } = before
    const { id, type, ...first } = payment(alice)
    const nowhere = { ...first, paymentId: randomUUID(), payee: { ...first.payee, accountNumber: '00000000' } }
    const second = { ...first, paymentId: randomUUID(), amount: '0.66' }
    const message = { id, type, payments: [first, nowhere, known, second, second] }
    const decided = ({ paymentId }: typeof first, status = 'accepted', reason: string | null = null) => ({
      paymentId,
      status,
      reason,
    })
    const answer = {
      about: id,
      type: 'payment-statuses',
      payments: [
        decided(first),
        decided(nowhere, 'rejected', 'AC01'),
        decided(known),
        decided(second),
        decided(second),
      ],
    }
    expect(await receive(sql, message)).toEqual(answer)
    expect(await receive(sql, message)).toEqual(answer)
    expect(await balanceOf(alice)).toBe('5025.34')
    expect((await rowsOf(alice)).map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([
      0.66, 12.34, 12.34,
    ])
    await isSound()
  })

  describe('one of which raises an error', () => {
    /** Every write of a row of this amount fails. */
    const failing = (write: 'insert' | 'update', amount: string) =>
      sql.unsafe(`
        create function private.fail() returns trigger language plpgsql as $$
        begin raise exception 'a secret name' using errcode = '22023'; end $$;
        create trigger fail before ${write} on public.transactions for each row when (new.amount = ${amount})
          execute function private.fail()`)
    afterEach(() => sql.unsafe('drop function if exists private.fail cascade'))

    test('are credited without it, and it is rejected for good', async () => {
      const bob = await addCustomer(sql, 'Bob Payee')
      const payments = Array.from({ length: 50 }, (_, place) => {
        const { id: _id, type: _type, ...one } = payment(place % 2 === 0 ? alice : bob)
        return { ...one, amount: place === 20 ? '6.66' : '1.00' }
      })
      const message = { id: randomUUID(), type: 'payment', payments }
      await failing('insert', '6.66')
      const answer = await receive(sql, message)
      expect(answer).toMatchObject({
        payments: payments.map(({ paymentId, amount }) =>
          amount === '6.66'
            ? { paymentId, status: 'rejected', reason: 'MS03' }
            : { paymentId, status: 'accepted', reason: null },
        ),
      })
      await sql.unsafe('drop function private.fail cascade')
      expect(await receive(sql, message)).toEqual(answer)
      const alone = { ...payments[20], id: randomUUID(), type: 'payment' }
      expect(await receive(sql, alone)).toMatchObject({ status: 'rejected', reason: 'MS03' })
      expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(['5024.00', '5025.00'])
      expect(await sql`select id, amount, account_id from private.bank_payments where problem = 'error'`).toEqual([
        { id: payments[20]?.paymentId, amount: '6.66', account_id: null },
      ])
      await isSound()
    })

    test('are sent again as they are after an error that passes', async () => {
      const message = payment(alice)
      await sql.unsafe(`
        create function private.fail() returns trigger language plpgsql as $$
        begin raise exception using errcode = 'lock_not_available'; end $$;
        create trigger fail before insert on public.transactions for each row execute function private.fail()`)
      await expect(receive(sql, message)).rejects.toMatchObject({ code: '55P03' })
      await sql.unsafe('drop function private.fail cascade')
      expect(await receive(sql, message)).toMatchObject({ status: 'accepted' })
    })

    test.each(['accepted', 'rejected'])(
      'are decided without it (%s), and the bank is asked about it alone',
      async (status) => {
        for (const amount of ['1.00', '6.66', '2.00']) await pay(amount)
        const [message] = await takeMessages(sql)
        const payments = message?.payments as { paymentId: string }[]
        const reason = status === 'rejected' ? 'AC01' : null
        await failing('update', '6.66')
        await recordAnswer(sql, message?.id ?? '', {
          type: 'payment-statuses',
          payments: payments.map(({ paymentId }) => ({ paymentId, status, reason })),
        })
        expect((await alicesPayments()).map(({ state }) => state)).toEqual([status, 'sent', status])
        await isSound()
        await sql.unsafe('drop function private.fail cascade')
        const [question, ...others] = await takeMessages(sql, '31 seconds')
        expect(others).toEqual([])
        expect(question).toMatchObject({ type: 'status-request', paymentId: payments[1]?.paymentId })
        await answerBank(sql, question, { type: 'payment-status', status, reason })
        expect((await alicesPayments()).map(({ state }) => state)).toEqual([status, status, status])
        await isSound()
      },
    )
  })

  test('that the other bank refuses three times are sent one by one under their ids', async () => {
    for (const amount of ['1.00', '2.00', '4.00']) await pay(amount)
    const [message] = await takeMessages(sql)
    const split = () => sql`select public.split_bank_message('other-bank', ${message?.id ?? ''})`
    await split()
    expect(await takeMessages(sql, '11 seconds')).toEqual([message])
    await split()
    expect(await takeMessages(sql, '40 seconds')).toEqual([message])
    await split()
    const singles = (await takeMessages(sql)).toSorted((one, other) => Number(one.amount) - Number(other.amount))
    expect(singles.map(({ amount }) => amount)).toEqual(['1.00', '2.00', '4.00'])
    expect(singles.map(({ paymentId }) => paymentId)).toEqual((await alicesPayments()).map(({ id }) => id))
    await sql`select public.split_bank_message('other-bank', ${singles[1]?.id ?? ''})`
    for (const place of [0, 2])
      await answerBank(sql, singles[place], { type: 'payment-status', status: 'accepted', reason: null })
    expect((await alicesPayments()).map(({ state }) => state)).toEqual(['accepted', 'sent', 'accepted'])
    expect(await takeMessages(sql, '11 seconds')).toEqual([singles[1]])
    await isSound()
  })

  test('that pay two customers in opposite orders do not deadlock with each other', async () => {
    const bob = await addCustomer(sql, 'Bob Payee')
    const both = Array.from({ length: 20 }, () => [payment(alice), payment(bob)]).flat()
    const inOne = (payments: ReturnType<typeof payment>[]) => ({
      id: randomUUID(),
      type: 'payment',
      payments: payments.map(({ id: _id, type: _type, ...one }) => ({ ...one, paymentId: randomUUID() })),
    })
    await Promise.all([
      ...Array.from({ length: 4 }, () => receive(sql, inOne(both))),
      ...Array.from({ length: 4 }, () => receive(sql, inOne(both.toReversed()))),
    ])
    expect(await balanceOf(bob)).toBe('6974.40')
    await isSound()
  })
})

describe('a row of a payment between banks', () => {
  test.each([
    ['an unknown state', { state: 'lost' }],
    ['no direction of its state', { state: 'returning' }],
    ['a reason that is no code', { reason: 'no' }],
    ['an unknown problem', { problem: 'none' }],
    ['no message and no instruction', { instruction: null }],
    ['a question about it before it is in a message', { ask_at: new Date() }],
    ['a recall without a reason', { recall: 'asked', recalled_at: new Date() }],
    ['a recall without a time', { recall: 'asked', recall_reason: 'fraud' }],
    ['an unknown recall', { recall: 'maybe', recall_reason: 'fraud', recalled_at: new Date() }],
  ])('is refused with %s', async (_what, change) => {
    const { transaction_id: id } = await pay()
    await expect(sql`update private.bank_payments set ${sql(change)} where id = ${id}`).rejects.toMatchObject({
      code: '23514',
      constraint_name: 'bank_payments_check',
    })
    const { id: _id, ...incoming } = payment(alice)
    await receive(sql, { ...incoming, id: randomUUID() })
    for (const wrong of [{ state: 'sent' }, { account_id: null }, { message_id: null, instruction: {} }])
      await expect(
        sql`update private.bank_payments set ${sql(wrong)} where id = ${incoming.paymentId}`,
      ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('a payment from another bank', () => {
  test('is credited once, with the sender’s name and a mail that is owed', async () => {
    const message = payment(alice)
    const answer = {
      type: 'payment-statuses',
      paymentId: message.paymentId,
      status: 'accepted',
      reason: null,
      about: message.id,
    }
    expect(await receive(sql, message)).toEqual(answer)
    expect(await receive(sql, message)).toEqual(answer)
    const again = { ...message, id: randomUUID() }
    expect(await receive(sql, again)).toEqual({ ...answer, about: again.id })
    expect(await balanceOf(alice)).toBe('5012.34')
    expect(
      await sql`select amount, from_account_holder_name as name, reference from public.transactions where user_id = ${alice.id}`,
    ).toEqual([{ amount: '12.34', name: 'Otto Other', reference: 'GIFT' }])
    await isSound()
  })

  test('is refused when the same id comes with another body', async () => {
    const message = payment(alice)
    await receive(sql, message)
    await expect(receive(sql, { ...message, amount: '99.00' })).rejects.toMatchObject({ code: 'PT409' })
    expect(await balanceOf(alice)).toBe('5012.34')
  })

  test('is answered in the same way after the text of its message is deleted', async () => {
    const message = payment(alice)
    const answer = await receive(sql, message)
    await pay()
    await takeMessages(sql)
    await sql`select private.remove_message_texts(now() + interval '30 days')`
    expect(await sql`select from private.bank_messages where not body ? 'id'`).toHaveLength(0)
    await sql`select private.remove_message_texts(now() + interval '32 days')`
    // The payment that is on its way can still be sent again.
    expect(await sql`select is_outgoing, body ? 'payments' as is_whole from private.bank_messages order by 1`).toEqual([
      { is_outgoing: false, is_whole: false },
      { is_outgoing: true, is_whole: true },
    ])
    expect(await receive(sql, message)).toEqual(answer)
    await expect(receive(sql, { ...message, amount: '99.00' })).rejects.toMatchObject({ code: 'PT409' })
    expect(await balanceOf(alice)).toBe('4987.34')
  })

  test.each([
    [
      'an account that does not exist',
      { payee: { name: 'No', sortCode: '00-10-10', accountNumber: '00000000' } },
      'AC01',
    ],
    ['an amount above the limit', { amount: '1000000.01' }, 'AM02'],
    ['an amount of zero', { amount: '0.00' }, 'AM02'],
    ['a payer at a third bank', { payer: { name: 'Bob', sortCode: '77-00-01', accountNumber: '12345678' } }, 'AG01'],
    [
      'a payer who would be a customer of this bank',
      { payer: { name: 'Bob', sortCode: '00-10-10', accountNumber: '12345678' } },
      'AG01',
    ],
  ])('is rejected for %s', async (_case, changes, reason) => {
    expect(await receive(sql, { ...payment(alice), ...changes })).toMatchObject({ status: 'rejected', reason })
    expect(await balanceOf(alice)).toBe('5000.00')
    await isSound()
  })

  test('is rejected for a payer whose sort code leads to no bank', async () => {
    await sql`update private.bank_routes set prefix = '12' where prefix = ''`
    try {
      const stranger = { ...payment(alice), payer: { name: 'Bob', sortCode: '99-00-01', accountNumber: '12345678' } }
      expect(await receive(sql, stranger)).toMatchObject({ status: 'rejected', reason: 'DNOR' })
      expect(await balanceOf(alice)).toBe('5000.00')
      expect(await receive(sql, payment(alice))).toMatchObject({ status: 'accepted' })
    } finally {
      await sql`update private.bank_routes set prefix = '' where prefix = '12'`
    }
    await isSound()
  })

  test('is refused above 4,000 characters, as an answer is', async () => {
    const long = { ...payment(alice), reference: 'a'.repeat(4000) }
    const tooLong = { code: 'PT400', hint: 'text-too-long' }
    await expect(receive(sql, long)).rejects.toMatchObject(tooLong)
    await expect(
      answerBank(sql, long, { type: 'payment-status', status: 'accepted', reason: 'A'.repeat(4000) }),
    ).rejects.toMatchObject(tooLong)
  })

  test('shows no hidden characters of the sender', async () => {
    await receive(sql, {
      ...payment(alice),
      payer: { name: '\u202eOtto <b>', sortCode: '12-34-56', accountNumber: '12345678' },
      reference: '\u200b',
    })
    expect(
      await sql`select from_account_holder_name as name, reference from public.transactions where user_id = ${alice.id}`,
    ).toEqual([{ name: 'Otto b', reference: 'Payment from Otto b' }])
  })

  test.each([
    ['the name of this one', 'Fernbank', 'FERNBANK REFUND'],
    [
      'accents that cover other lines',
      'Zal\u0327\u0300\u0301\u0302\u0303\u0304go',
      'Zal\u0327\u0300\u0301\u0302\u0303\u0304go',
    ],
    ['a name of spaces', '\u3000', '\u3000'],
  ])('shows the name of the other bank for a payer with %s, and no such reference', async (_what, name, reference) => {
    await receive(sql, {
      ...payment(alice),
      payer: { name, sortCode: '12-34-56', accountNumber: '12345678' },
      reference,
    })
    expect(
      await sql`select from_account_holder_name as name, reference from public.transactions where user_id = ${alice.id}`,
    ).toEqual([{ name: 'The Other Bank', reference: 'Payment from The Other Bank' }])
  })

  test('tells its state when it is asked for, also for one that never came', async () => {
    const message = payment(alice)
    await receive(sql, message)
    const ask = (paymentId: string) => receive(sql, { id: randomUUID(), type: 'status-request', paymentId })
    expect(await ask(message.paymentId)).toMatchObject({ status: 'accepted' })
    expect(await ask(randomUUID())).toMatchObject({ status: 'unknown' })
  })

  test('goes back only when the payee agrees to a recall', async () => {
    const message = payment(alice)
    await receive(sql, message)
    const recall = () =>
      receive(sql, { id: randomUUID(), type: 'recall', paymentId: message.paymentId, reason: 'mistake' })
    expect(await recall()).toMatchObject({ type: 'recall-answer', status: 'pending' })
    expect(await notesOf(alice)).toMatchObject([{ type: 'recall', title: 'Another bank asks for a payment back' }])
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${alice.id}`
    const id = row?.id ?? ''
    await as(alice)`select public.answer_recall(${id}, true)`
    await as(alice)`select public.answer_recall(${id}, true)`
    expect(await balanceOf(alice)).toBe('5000.00')
    await isSound()
    const messages = await takeMessages(sql)
    expect(messages).toMatchObject([{ type: 'return', amount: '12.34', reason: 'FOCR' }])
    await answerBank(sql, messages[0], { type: 'payment-status', status: 'accepted', reason: null })
    expect(await takeMessages(sql, '11 seconds')).toEqual(messages)
    await answerBank(sql, messages[0], { type: 'return-status', status: 'accepted', reason: null })
    expect(await recall()).toMatchObject({ status: 'agreed' })
    await isSound()
  })

  test('goes back while its row is locked elsewhere, without a deadlock', async () => {
    const message = payment(alice)
    await receive(sql, message)
    await receive(sql, { id: randomUUID(), type: 'recall', paymentId: message.paymentId, reason: 'mistake' })
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${alice.id}`
    const id = row?.id ?? ''
    let answered: Promise<unknown> = Promise.resolve()
    await sql.begin(async (db) => {
      await db`select from public.transactions where id = ${id} for no key update`
      answered = as(alice)`select public.answer_recall(${id}, true)`
      await untilBlocked(sql, 'answer_recall')
      await db`set local lock_timeout = '500ms'`
      await db`select from public.accounts where id = ${alice.account.id} for no key update`
    })
    await answered
    expect(await balanceOf(alice)).toBe('5000.00')
  })

  test('is mailed up to 20 times a day, and then one mail says that no more follow', async () => {
    const mailsOf = () => sql`
      select m.kind, count(*)::int from private.due_mails m
      where m.about_id in (
        select t.id from public.transactions t where t.user_id = ${alice.id}
        union all select n.id from public.user_notifications n where n.user_id = ${alice.id}
      )
      group by m.kind order by m.kind desc`
    await receiveSeveral(alice, 20)
    expect(await mailsOf()).toEqual([{ kind: 'payment', count: 20 }])
    await receiveSeveral(alice, 3)
    await receiveSeveral(alice, 1)
    expect(await mailsOf()).toEqual([
      { kind: 'payment', count: 20 },
      { kind: 'note', count: 1 },
    ])
    expect(await notesOf(alice)).toMatchObject([{ type: 'many_payments', title: 'Many payments today' }])
    expect(await balanceOf(alice)).toBe('5000.24')
    const other = await addCustomer(sql)
    await receiveSeveral(other, 1)
    const owed = await sql`
      select m.kind from private.due_mails m join public.transactions t on t.id = m.about_id where t.user_id = ${other.id}`
    expect(owed).toEqual([{ kind: 'payment' }])
    // Payments within the bank count, and have no mail here.
    for (let made = 0; made < 21; made++) await payAs(sql, alice, { ...payeeAt(other), amount: '0.01' })
    await receiveSeveral(other, 1)
    await receiveSeveral(other, 1)
    expect((await notesOf(other)).map(({ title }) => title)).toEqual(['Many payments today'])
  })

  test('reads neither all payments of the bank nor all of a payee who has received many', async () => {
    const payee = await addCustomer(sql)
    for (let message = 0; message < 10; message += 1) await receiveSeveral(payee, 50)
    // As autovacuum does. Plans for empty tables would say nothing.
    await sql`analyze private.bank_payments, public.transactions`
    const read = await sql.begin(async (db) => {
      const rowsRead = async () => {
        const [row] = await db<{ count: number }[]>`
          select sum(seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables
          where relname in ('bank_payments', 'transactions')`
        return row?.count ?? 0
      }
      const before = await rowsRead()
      const message = { id: randomUUID(), type: 'payment', payments: [payment(payee)] }
      await db`select public.receive_bank_message('other-bank', ${db.json(message)})`
      return (await rowsRead()) - before
    })
    expect(read).toBeLessThan(100)
  })

  test('is told of as recalled ten times a day, and waits for an answer after that too', async () => {
    for (const paymentId of await receiveSeveral(alice, 12)) {
      const answer = await receive(sql, { id: randomUUID(), type: 'recall', paymentId, reason: 'mistake' })
      expect(answer).toMatchObject({ status: 'pending' })
    }
    expect(await notesOf(alice)).toHaveLength(10)
    const [recalled] = await sql`
      select count(*)::int from private.bank_payments where account_id = ${alice.account.id} and recall = 'asked'`
    expect(recalled).toEqual({ count: 12 })
  })

  test('stays with a payee who keeps it, and the other bank is told', async () => {
    const message = payment(alice)
    await receive(sql, message)
    await receive(sql, { id: randomUUID(), type: 'recall', paymentId: message.paymentId, reason: 'fraud' })
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${alice.id}`
    await as(alice)`select public.answer_recall(${row?.id ?? ''}, false)`
    const [refusal] = await takeMessages(sql)
    expect(refusal).toMatchObject({ type: 'recall-answer', status: 'refused' })
    expect(await balanceOf(alice)).toBe('5012.34')
    await answerBank(sql, refusal, { type: 'received' })
    expect((await takeMessages(sql, '1 hour')).map(({ id }) => id)).not.toContain(refusal?.id)
  })
})

describe('two decisions about one payment at the same moment', () => {
  const words = [
    ['accepted', 'rejected', 'completed', '4975.00'],
    ['rejected', 'accepted', 'failed', '5000.00'],
  ] as const

  test.each(words)('%s before %s: the first stays, and staff see the other', async (first, other, status, balance) => {
    const { transaction_id: paymentId } = await pay()
    const [message] = await takeMessages(sql)
    const answer = {
      about: message?.id ?? '',
      type: 'payment-statuses',
      payments: [{ paymentId, status: first, reason: 'AC01' }],
    }
    let second: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`select public.record_bank_answer('other-bank', ${answer.about}, ${db.json(answer)})`
      second = receive(sql, { id: randomUUID(), type: 'payment-status', paymentId, status: other, reason: 'AC04' })
      await untilBlocked(sql, 'receive_bank_message')
    })
    await second
    expect(await rowsOf(alice)).toMatchObject([{ status }])
    expect(await balanceOf(alice)).toBe(balance)
    expect(await sql`select problem from private.bank_payments where id = ${paymentId}`).toEqual([
      { problem: 'contradiction' },
    ])
    await isSound()
  })
})

describe('a recall and a return at the same moment', () => {
  const recallOf = (paymentId: string) => ({ id: randomUUID(), type: 'recall', paymentId, reason: 'mistake' })
  const returnIt = (id: string) => (db: Db) => db`select public.answer_recall(${id}, true)`
  const incoming = async () => {
    const message = payment(alice)
    await receive(sql, message)
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${alice.id}`
    return { paymentId: message.paymentId, id: row?.id ?? '' }
  }
  const expectOneReturn = async () => {
    expect(await balanceOf(alice)).toBe('5000.00')
    expect((await takeMessages(sql)).filter(({ type }) => type === 'return')).toHaveLength(1)
    await isSound()
  }

  test('a second recall waits for the return of the payee, and is answered that the money comes', async () => {
    const { paymentId, id } = await incoming()
    await receive(sql, recallOf(paymentId))
    let second: Promise<unknown> | undefined
    await request(sql, alice, async (db) => {
      await returnIt(id)(db)
      second = receive(sql, recallOf(paymentId))
      await untilBlocked(sql, 'receive_bank_message')
    })
    expect(await second).toMatchObject({ type: 'recall-answer', status: 'agreed' })
    await expectOneReturn()
  })

  test('the payee waits for a recall that arrives, and returns the money once', async () => {
    const { paymentId, id } = await incoming()
    let answered: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`select public.receive_bank_message('other-bank', ${db.json(recallOf(paymentId))})`
      answered = request(sql, alice, async (own) => void (await returnIt(id)(own)))
      await untilBlocked(sql, 'answer_recall')
    })
    await answered
    await expectOneReturn()
  })

  test('the payer can no longer ask for a payment that comes back', async () => {
    const { transaction_id: id } = await pay()
    await takeMessages(sql)
    let asked: Promise<string | null> | undefined
    await sql.begin(async (db) => {
      const message = { id: randomUUID(), type: 'return', paymentId: id, amount: '25.00', reason: 'AC04' }
      await db`select public.receive_bank_message('other-bank', ${db.json(message)})`
      asked = hintOfRequest(sql, alice, (own) => own`select public.recall_payment(${id}, 'mistake')`)
      await untilBlocked(sql, 'recall_payment')
    })
    expect(await asked).toBe('payment-finished')
    expect(await balanceOf(alice)).toBe('5000.00')
    await isSound()
  })

  test('a return waits for the recall of the payer, and brings the money back', async () => {
    const { transaction_id: id } = await pay()
    await takeMessages(sql)
    let returned: Promise<unknown> | undefined
    await request(sql, alice, async (db) => {
      await db`select public.recall_payment(${id}, 'mistake')`
      returned = receive(sql, { id: randomUUID(), type: 'return', paymentId: id, amount: '25.00', reason: 'FOCR' })
      await untilBlocked(sql, 'receive_bank_message')
    })
    expect(await returned).toMatchObject({ status: 'accepted' })
    expect(await balanceOf(alice)).toBe('5000.00')
    await isSound()
  })
})

describe('money for a customer who has left', () => {
  const leave = {
    'closed the account': (person: Customer) => closeAccount(sql, person),
    'was deleted': (person: Customer) =>
      sql`select private.remove_person(${person.id}) where private.lock_records_of(${person.id})`,
  }
  const ways = ['closed the account', 'was deleted'] as const
  const spend = (person: Customer) => payAs(sql, person, { ...externalPayee, amount: '5000.00' })
  const total = async (name: string) =>
    (
      await sql<{ total: string }[]>`
      select coalesce(sum(amount), 0) as total from private.ledger_entries where account_id = private.ledger_account(${name})`
    )[0]?.total

  test.each(ways)('a payment to one who %s is rejected', async (way) => {
    const bob = await addCustomer(sql, 'Bob Payee')
    await spend(bob)
    await leave[way](bob)
    const reason = way === 'was deleted' ? 'AC01' : 'AC04'
    expect(await receive(sql, payment(bob))).toMatchObject({ status: 'rejected', reason })
    await isSound()
  })

  test.each(ways)(
    'a payment that is rejected after its payer %s waits in the account for closed accounts',
    async (way) => {
      const bob = await addCustomer(sql, 'Bob Payer')
      await spend(bob)
      const [message] = await takeMessages(sql)
      await leave[way](bob)
      const before = Number(await total('closed accounts'))
      await answerBank(sql, message, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
      expect(Number(await total('closed accounts'))).toBe(before + 5000)
      await isSound()
    },
  )

  test.each(ways)('a return to a payer who %s waits in the account for closed accounts', async (way) => {
    const bob = await addCustomer(sql, 'Bob Payer')
    const { transaction_id: id } = await spend(bob)
    await takeMessages(sql)
    await leave[way](bob)
    const before = Number(await total('closed accounts'))
    const message = { id: randomUUID(), type: 'return', paymentId: id, amount: '5000.00', reason: 'AC04' }
    expect(await receive(sql, message)).toMatchObject({ status: 'accepted' })
    expect(Number(await total('closed accounts'))).toBe(before + 5000)
    await isSound()
  })

  test('a payment to a suspended customer is credited', async () => {
    await sql`update public.accounts set is_frozen = true where id = ${alice.account.id}`
    expect(await receive(sql, payment(alice))).toMatchObject({ status: 'accepted' })
    expect(await balanceOf(alice)).toBe('5012.34')
  })

  test.each(ways)('a recall that a payee who %s has not answered is refused, and so is a later one', async (way) => {
    const bob = await addCustomer(sql, 'Bob Payee')
    const [first, second] = [payment(bob), payment(bob)]
    for (const one of [first, second]) await receive(sql, one)
    const recall = (paymentId: string) =>
      receive(sql, { id: randomUUID(), type: 'recall', paymentId, reason: 'mistake' })
    expect(await recall(first.paymentId)).toMatchObject({ status: 'pending' })
    await payAs(sql, bob, { ...externalPayee, amount: '5024.68' })
    await leave[way](bob)
    expect((await takeMessages(sql)).filter(({ type }) => type !== 'payment')).toMatchObject([
      { type: 'recall-answer', paymentId: first.paymentId, status: 'refused' },
    ])
    expect(await recall(second.paymentId)).toMatchObject({ status: 'refused' })
    await isSound()
  })
})

describe('a recall by the payer', () => {
  test('of a payment that is not decided follows its acceptance, because before it there is nothing to return', async () => {
    const { transaction_id: id } = await pay()
    await as(alice)`select public.recall_payment(${id}, 'fraud')`
    const [message, ...others] = await takeMessages(sql)
    expect(message).toMatchObject({ type: 'payment' })
    expect(others).toEqual([])
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted', reason: null })
    expect(await takeMessages(sql)).toMatchObject([{ type: 'recall', reason: 'fraud', paymentId: id }])
  })

  test('of a payment that is then rejected is not sent', async () => {
    const { transaction_id: id } = await pay()
    await as(alice)`select public.recall_payment(${id}, 'mistake')`
    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
    expect((await takeMessages(sql, '1 hour')).filter(({ paymentId }) => paymentId === id)).toEqual([])
    expect(await balanceOf(alice)).toBe('5000.00')
  })

  test('asks the other bank once, and its refusal is told', async () => {
    const { transaction_id: id } = await pay()
    const [message] = await takeMessages(sql)
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted', reason: null })
    await as(alice)`select public.recall_payment(${id}, 'fraud')`
    await as(alice)`select public.recall_payment(${id}, 'fraud')`
    const messages = await takeMessages(sql, '1 second')
    expect(messages).toMatchObject([{ type: 'recall', reason: 'fraud', paymentId: id }])
    await answerBank(sql, messages[0], { type: 'recall-answer', status: 'pending' })
    await receive(sql, { id: randomUUID(), type: 'recall-answer', paymentId: id, status: 'refused' })
    expect(await notesOf(alice)).toMatchObject([{ title: "We couldn't get your payment back" }])
    expect(await as(alice)`select state, recall from public.get_bank_payment(${id})`).toEqual([
      { state: 'accepted', recall: 'refused' },
    ])
  })

  test('brings the money back with the reason of a recall', async () => {
    const { transaction_id: id } = await pay()
    await takeMessages(sql)
    await as(alice)`select public.recall_payment(${id}, 'mistake')`
    const message = { id: randomUUID(), type: 'return', paymentId: id, amount: '25.00', reason: 'FOCR' }
    expect(await receive(sql, message)).toMatchObject({ type: 'return-status', status: 'accepted' })
    expect(await balanceOf(alice)).toBe('5000.00')
    expect((await notesOf(alice))[0]?.message).toContain('You asked for it back.')
    await isSound()
  })
})

describe('a check of a name by another bank', () => {
  const check = (name: string, account = alice.account) =>
    receive(sql, {
      id: randomUUID(),
      type: 'name-check',
      name,
      sortCode: account.sort_code,
      accountNumber: account.account_number,
      accountType: 'personal',
    })

  test('answers as the payee check does', async () => {
    expect(await check('Alice Payer')).toMatchObject({ outcome: 'match', name: null })
    expect(await check('Alise Payer')).toMatchObject({ outcome: 'close_match', name: 'Alice Payer' })
    expect(await check('Zed Nobody')).toMatchObject({ outcome: 'no_match', name: null })
  })

  test('answers nothing after ten checks of an account that did not match', async () => {
    for (let count = 0; count < 10; count += 1) await check(`Guess ${count}`)
    expect(await check('Alice Payer')).toMatchObject({ outcome: 'unavailable', name: null })
  })
})
