import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { request } from '../fixtures/database'
import {
  type FuturePayment,
  attemptsOf,
  createRegularPayment,
  dayFromToday,
  scheduleFuturePayment,
  sendDue,
} from '../fixtures/outgoingPayments'
import { payAs, payeeAt, externalPayee, ledgerProblems, requestOf } from '../fixtures/payments'
import {
  type Customer,
  accountOf,
  addAdmin,
  addApprovedPerson,
  addCustomer,
  withPeople,
  aCustomer,
} from '../fixtures/people'
import postgres from 'postgres'

const { sql, as, adminUrl, alice, bob } = withPeople({ alice: aCustomer('Alice Payer'), bob: aCustomer('Bob Payee') })

beforeEach(async () => {
  await sql`delete from public.outgoing_payments where true`
  await sql`delete from private.due_mails where true`
})

const tomorrow = dayFromToday(1)
const oneYearAhead = () => {
  const [year = '', ...rest] = dayFromToday(0).split('-')
  return [Number(year) + 1, ...rest].join('-')
}
const schedule = (payment: FuturePayment = {}, customer = alice) =>
  request(sql, customer, (db) => scheduleFuturePayment(db, payment))
const cancel = async (id: string | null, customer = alice) => {
  const [row] = await as(customer)<{ cancelled: boolean }[]>`select public.cancel_outgoing_payment(${id}) as cancelled`
  return row?.cancelled
}
const balanceOf = async (customer: Customer) => (await accountOf(sql, customer)).balance
const rowOf = async (id: string) => {
  const [row] = await sql<{ state: string; problem: string | null }[]>`
    select state, problem from public.outgoing_payments where id = ${id}`
  return row
}
const notesOf = async (customer: Customer) => {
  const rows = await sql<{ note: string }[]>`
    select title || ': ' || message as note from public.user_notifications where user_id = ${customer.id} order by created_at, id`
  return rows.map(({ note }) => note)
}
/** Leaves this much in the account. */
const spendDownTo = async (customer: Customer, rest: number) => {
  const balance = Number(await balanceOf(customer))
  await payAs(sql, customer, { ...externalPayee, amount: (balance - rest).toFixed(2) })
}
const inLondon = async (day: string, time: string) => {
  const [row] = await sql<{ at: string }[]>`select private.london_instant(${day}, ${time})::text as at`
  return row?.at ?? ''
}

describe('the mails that the bank owes', () => {
  const take = () =>
    request(sql, 'service_role', async (db) => [
      ...(await db`select * from public.take_due_mails() where kind <> 'security'`),
    ])
  const mark = (id: string) => as('service_role')`select public.mark_due_mail_sent(${id})`
  const endTaken = () => sql`update private.due_mails set taken_until = now() where true`
  const attempts = async () => (await sql`select attempts, sent_at is not null as sent from private.due_mails`)[0]
  const failOne = async () => {
    await schedule({ ...payeeAt(bob), amount: '5000.01' })
    return sendDue(sql, await inLondon(tomorrow, '14:00'))
  }

  test('the mail about a failed payment is the note, written in the same transaction, and taken by one caller', async () => {
    const id = await schedule({ ...payeeAt(bob), amount: '5000.01' })
    const at = await inLondon(tomorrow, '14:00')
    await expect(
      sql.begin(async (db) => {
        await db`select private.send_outgoing_payment(${id}, ${at}::text::timestamptz)`
        expect(await db`select kind from private.due_mails`).toEqual([{ kind: 'note' }])
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect([await rowOf(id), await take()]).toMatchObject([{ state: 'scheduled' }, []])

    expect(await sendDue(sql, at)).toEqual(['failed'])
    const answers = await Promise.all([take(), take(), take()])
    const [mail, ...others] = answers.flat()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'note', recipient_email: alice.email, recipient_name: 'Alice Payer' })
    expect([`${mail?.title}: ${mail?.message}`]).toEqual(await notesOf(alice))
  })

  test('mails can be taken again when the take has ended, until they are marked as sent', async () => {
    await failOne()
    const [mail] = await take()
    await endTaken()
    expect(await take()).toHaveLength(1)
    await mark(mail?.about_id)
    await mark(mail?.about_id)
    await endTaken()
    expect(await take()).toEqual([])
    expect(await attempts()).toEqual({ attempts: 2, sent: true })
  })

  test('mails are tried twelve times, an hour apart at most', async () => {
    await failOne()
    const waits: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect(await take()).toHaveLength(1)
      const [row] = await sql<{ minutes: number }[]>`
        select round(extract(epoch from taken_until - now()) / 60)::int as minutes from private.due_mails`
      waits.push(row?.minutes ?? 0)
      await endTaken()
    }
    expect(waits).toEqual([5, 20, ...Array.from({ length: 10 }, () => 60)])
    expect(await take()).toEqual([])
  })

  /** What the mail server refuses is tried again when the take has ended. */
  async function beDown(hours: number) {
    for (let minute = 0; minute < hours * 60; minute += 10) {
      await request(sql, 'service_role', (db) => db`select from public.take_due_mails()`)
      await sql`
        update private.due_mails set created_at = created_at - interval '10 minutes', taken_until = taken_until - interval '10 minutes'
        where sent_at is null`
    }
  }

  test('after eight hours without a mail server all mails are still sent, and after six days those with a link', async () => {
    await failOne()
    await sql`select private.tell_owner(${alice.id}, 'New device', 'A device was used.')`
    const kinds = async () => {
      const mails = await request(
        sql,
        'service_role',
        (db) => db<{ kind: string; freeze_token: string | null }[]>`
        select kind, freeze_token from public.take_due_mails()`,
      )
      return mails.map(({ kind, freeze_token: token }) => (token === null ? kind : `${kind} with a link`))
    }
    await beDown(8)
    await endTaken()
    expect((await kinds()).toSorted()).toEqual(['note', 'security with a link'])
    await beDown(24)
    await endTaken()
    expect(await kinds()).toEqual(['security with a link'])
    await sql`update private.due_mails set created_at = now() - interval '6 days', attempts = 150 where true`
    await endTaken()
    expect(await kinds()).toEqual(['security with a link'])
  })

  test('mails are not sent a week later', async () => {
    await failOne()
    await sql`update private.due_mails set created_at = now() - interval '8 days' where true`
    expect(await take()).toEqual([])
  })

  test('mails are deleted by the nightly job 30 days later, sent or not', async () => {
    await failOne()
    await failOne()
    const [first] = await take()
    await mark(first?.about_id)
    const ageAll = (days: number) =>
      sql`update private.due_mails set created_at = now() - ${days} * interval '1 day' where true`
    await ageAll(29)
    await runJob(sql, 'delete-old-due-mails')
    expect(await sql`select from private.due_mails`).toHaveLength(2)
    await ageAll(31)
    await runJob(sql, 'delete-old-due-mails')
    expect(await sql`select from private.due_mails`).toHaveLength(0)
    expect(await sql`select active from cron.job where jobname = 'delete-old-due-mails'`).toEqual([{ active: true }])
  })

  test('mails about a sent payment go to the payer, and to a payee with a notification address', async () => {
    await schedule({ ...payeeAt(bob), amount: '100.00', reference: 'RENT' })
    await sendDue(sql, await inLondon(tomorrow, '06:00'))
    expect(await take()).toMatchObject([
      { notification_type: 'sender', recipient_email: alice.email, amount: '100.00' },
    ])
    await sql`update public.profiles set notification_email = 'bob@test.example' where id = ${bob.id}`
    await endTaken()
    expect((await take()).map(({ recipient_email: email }) => email as string).toSorted()).toEqual(
      [alice.email, 'bob@test.example'].toSorted(),
    )
  })

  test.each(['anon', 'authenticated'] as const)('mails cannot be taken, marked or read by %s', async (role) => {
    await failOne()
    const caller = role === 'anon' ? role : alice
    for (const query of [
      'select * from public.take_due_mails()',
      `select public.mark_due_mail_sent('${randomUUID()}')`,
      'select * from private.due_mails',
    ]) {
      await expect(request(sql, caller, (db) => db.unsafe(query))).rejects.toThrow(/permission denied/)
    }
    expect(await attempts()).toEqual({ attempts: 0, sent: false })
  })
})

describe('a payment for another day', () => {
  test('moves nothing until 06:00 of its day in London, to the second, and is then sent once', async () => {
    const id = await schedule({ ...payeeAt(bob), amount: '100.00', reference: 'RENT', reason: 'rent' })
    expect(await attemptsOf(sql, alice)).toEqual([`${tomorrow} 06:00`])
    expect(await balanceOf(alice)).toBe('5000.00')
    expect(await sendDue(sql, await inLondon(tomorrow, '05:59:59'))).toEqual([])
    expect(await sendDue(sql, await inLondon(tomorrow, '06:00'))).toEqual(['sent'])
    expect(await sendDue(sql, await inLondon(tomorrow, '23:00'))).toEqual([])
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(['4900.00', '5100.00'])
    expect(await rowOf(id)).toMatchObject({ state: 'sent', problem: null })
    expect(
      await sql`
        select id = ${id} as own, incoming, status, reference, from_account_holder_name
        from public.transactions where user_id in (${alice.id}, ${bob.id}) order by incoming`,
    ).toEqual([
      { own: true, incoming: false, status: 'completed', reference: 'RENT', from_account_holder_name: null },
      { own: false, incoming: true, status: 'completed', reference: 'RENT', from_account_holder_name: 'Alice Payer' },
    ])
    expect(await notesOf(alice)).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a payment for another day can be scheduled for tomorrow and for one year ahead', async () => {
    await schedule({ sendOn: oneYearAhead() })
    await schedule()
    expect(await attemptsOf(sql, alice)).toEqual([`${tomorrow} 06:00`, `${oneYearAhead()} 06:00`])
  })

  test.each([
    ['2027-03-28', '2027-03-28T05:00:00Z', 'clocks go forward'],
    ['2027-10-31', '2027-10-31T06:00:00Z', 'clocks go back'],
    ['2027-07-01', '2027-07-01T05:00:00Z', 'summer time'],
    ['2028-02-29', '2028-02-29T06:00:00Z', 'a leap day'],
  ])('a payment for another day on %s is sent at %s (%s)', async (day, at) => {
    const [row] = await sql`
      select private.first_attempt(${day}) = ${at} as first, private.second_attempt(${day}) - private.first_attempt(${day}) = '8 hours' as gap`
    expect(row).toEqual({ first: true, gap: true })
  })

  test('a payment for another day is tried again at 14:00 when the balance is too low', async () => {
    const id = await schedule({ ...payeeAt(bob), amount: '100.00' })
    await spendDownTo(alice, 99.99)
    expect(await sendDue(sql, await inLondon(tomorrow, '06:00'))).toEqual(['scheduled'])
    expect(await sendDue(sql, await inLondon(tomorrow, '13:59'))).toEqual([])
    expect(await attemptsOf(sql, alice)).toEqual([`${tomorrow} 14:00`])
    expect(await notesOf(alice)).toEqual([])
    await payAs(sql, bob, { ...payeeAt(alice), amount: '0.01' })
    expect(await sendDue(sql, await inLondon(tomorrow, '14:00'))).toEqual(['sent'])
    expect(await balanceOf(alice)).toBe('0.00')
    expect(await rowOf(id)).toMatchObject({ state: 'sent', problem: null })
  })

  test('fails at 14:00 with a note when the balance is still too low', async () => {
    const id = await schedule({ ...payeeAt(bob), amount: '1100.00', name: 'Bob Payee' })
    await spendDownTo(alice, 10)
    await sendDue(sql, await inLondon(tomorrow, '06:00'))
    expect(await sendDue(sql, await inLondon(tomorrow, '14:00'))).toEqual(['failed'])
    expect(await sendDue(sql, await inLondon(tomorrow, '23:59'))).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'failed', problem: "There wasn't enough money in your account." })
    expect(await notesOf(alice)).toEqual([
      expect.stringMatching(
        /^Payment not sent: We couldn't send £1,100\.00 to Bob Payee on \w+ \d+ \w+\. There wasn't enough money in your account\.$/,
      ),
    ])
    expect(await balanceOf(alice)).toBe('10.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('fails with the reason when the payment itself is refused', async () => {
    const id = await schedule({ ...payeeAt(bob) })
    await sql`
      update public.outgoing_payments set to_sort_code = ${alice.account.sort_code}, to_account_number = ${alice.account.account_number}
      where id = ${id}`
    expect(await sendDue(sql, await inLondon(tomorrow, '06:00'))).toEqual(['failed'])
    expect(await rowOf(id)).toMatchObject({ problem: 'You cannot pay into the account you are paying from.' })
    expect(await notesOf(alice)).toHaveLength(1)
  })

  test('a payment above the limit of the day is tried again at 14:00, and then fails with that reason', async () => {
    await as(alice)`select public.set_payment_limit('50')`
    const id = await schedule({ ...payeeAt(bob), amount: '60.00' })
    expect(await sendDue(sql, await inLondon(tomorrow, '06:00'))).toEqual(['scheduled'])
    expect(await attemptsOf(sql, alice)).toEqual([`${tomorrow} 14:00`])
    expect(await sendDue(sql, await inLondon(tomorrow, '14:00'))).toEqual(['failed'])
    expect((await rowOf(id))?.problem).toBe('It was over your daily payment limit.')
    expect(await notesOf(alice)).toHaveLength(1)
    expect(await balanceOf(alice)).toBe('5000.00')
  })

  test('a payment for another day is sent once by four runs at a time', async () => {
    for (let n = 0; n < 10; n += 1) await schedule({ ...payeeAt(bob), amount: '1.00' })
    const at = await inLondon(tomorrow, '06:00')
    const states = await Promise.all([1, 2, 3, 4].map(() => sendDue(sql, at)))
    expect([...states.flat(), ...(await sendDue(sql, at))]).toEqual(Array.from({ length: 10 }, () => 'sent'))
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(['4990.00', '5010.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a payment for another day of a customer with a locked account does not delay the other payments', async () => {
    await schedule({ ...payeeAt(bob) })
    const carol = await addCustomer(sql)
    await schedule({ ...externalPayee }, carol)
    const at = await inLondon(tomorrow, '06:00')
    await sql.begin(async (db) => {
      await db`select from public.accounts where id = ${alice.account.id} for update`
      expect(await sendDue(sql, at)).toEqual(['sent'])
    })
    expect(await balanceOf(carol)).toBe('4990.00')
    expect(await sendDue(sql, at)).toEqual(['sent'])
  })

  test('payments of a customer with a locked account are tried once in a run of the job', async () => {
    const ids = [await schedule(), await schedule(), await schedule()]
    await sql`update public.outgoing_payments set send_at = now() where id in ${sql(ids)}`
    const warnings: unknown[] = []
    const job = postgres(adminUrl(), { max: 1, onnotice: ({ message }) => warnings.push(message) })
    await sql.begin(async (db) => {
      await db`select from public.accounts where id = ${alice.account.id} for update`
      await runJob(job, 'send-scheduled-payments')
    })
    await job.end()
    expect(warnings).toEqual([expect.stringMatching(/was not sent: 55P03$/)])
    await runJob(sql, 'send-scheduled-payments')
    expect(await balanceOf(alice)).toBe('4970.00')
  })

  test('a payment that ends with an unexpected error delays no other, and fails with a note at the second attempt', async () => {
    await sql.unsafe(`
      create function public.break_payments() returns trigger language plpgsql as $$
      begin
        if new.reference = 'break' then perform 1 / 0; end if;
        return new;
      end $$;
      create trigger break_payments before insert on public.transactions
        for each row execute function public.break_payments()`)
    try {
      const broken = await schedule({ ...externalPayee, reference: 'break' })
      const rent = await schedule({ ...payeeAt(bob) })
      await sql`update public.outgoing_payments set send_at = now() where id in ${sql([broken, rent])}`
      const stateOf = async (id: string) =>
        (await sql`select state, problem from public.outgoing_payments where id = ${id}`)[0]
      await runJob(sql, 'send-scheduled-payments')
      expect(await stateOf(broken)).toEqual({ state: 'scheduled', problem: null })
      expect(await stateOf(rent)).toEqual({ state: 'sent', problem: null })
      await runJob(sql, 'send-scheduled-payments')
      expect(await stateOf(broken)).toEqual({ state: 'failed', problem: 'Something went wrong on our side.' })
      expect(await balanceOf(alice)).toBe('4990.00')
      expect(await sql`select title from public.user_notifications where user_id = ${alice.id}`).toEqual([
        { title: 'Payment not sent' },
      ])
    } finally {
      await sql.unsafe(`drop trigger break_payments on public.transactions; drop function public.break_payments`)
    }
  })

  test('a payment for another day is sent once although its customer has paid with its id as the key', async () => {
    const id = await schedule({ ...payeeAt(bob), amount: '30.00' })
    await payAs(sql, alice, { ...payeeAt(bob), amount: '30.00', requestId: id })
    await sql`update public.outgoing_payments set send_at = now() where id = ${id}`
    await runJob(sql, 'send-scheduled-payments')
    expect(await balanceOf(alice)).toBe('4940.00')
  })

  test('a payment for another day is sent by the job, which runs every minute', async () => {
    const id = await schedule({ ...payeeAt(bob) })
    await runJob(sql, 'send-scheduled-payments')
    expect(await rowOf(id)).toMatchObject({ state: 'scheduled' })
    await sql`update public.outgoing_payments set send_at = now() where id = ${id}`
    await runJob(sql, 'send-scheduled-payments')
    expect(await rowOf(id)).toMatchObject({ state: 'sent' })
    expect(
      await sql`select schedule, active, username from cron.job where jobname = 'send-scheduled-payments'`,
    ).toEqual([{ schedule: '* * * * *', active: true, username: 'postgres' }])
  })

  test('a payment for another day is deleted with its customer', async () => {
    await schedule()
    const admin = await addAdmin(sql, ['approve_users'])
    await as(admin)`select public.delete_person(${alice.id})`
    expect(await sql`select from public.outgoing_payments where user_id = ${alice.id}`).toEqual([])
  })
})

describe('the idempotency key', () => {
  test('returns the first answer to a repeated request, also for several at once', async () => {
    const requestId = randomUUID()
    const ids = await Promise.all([1, 2, 3].map(() => schedule({ requestId })))
    expect(new Set(ids).size).toBe(1)
    expect(await attemptsOf(sql, alice)).toHaveLength(1)
  })

  test('the key is refused for different details', async () => {
    const requestId = randomUUID()
    await schedule({ requestId })
    for (const change of [{ amount: '10.01' }, { sendOn: dayFromToday(2) }, { reference: 'NEW' }, { reason: 'rent' }])
      await expect(schedule({ requestId, ...change })).rejects.toMatchObject({
        code: 'PT409',
        hint: 'idempotency-key-reused',
      })
    expect(await attemptsOf(sql, alice)).toHaveLength(1)
  })

  test('the key belongs to one customer', async () => {
    const requestId = randomUUID()
    expect(await schedule({ requestId })).not.toBe(await schedule({ requestId }, bob))
  })
})

describe('cancelling', () => {
  test('ends the payment, once', async () => {
    const id = await schedule()
    expect(await cancel(id)).toBe(true)
    expect(await cancel(id)).toBe(false)
    expect(await sendDue(sql, await inLondon(tomorrow, '06:00'))).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled' })
  })

  test('cancelling is possible between the two attempts', async () => {
    const id = await schedule({ amount: '5000.01' })
    await sendDue(sql, await inLondon(tomorrow, '06:00'))
    expect(await cancel(id)).toBe(true)
  })

  test('cancelling is refused for a payment that was sent or has failed', async () => {
    const sent = await schedule()
    const failed = await schedule({ amount: '5000.01' })
    await sendDue(sql, await inLondon(tomorrow, '14:00'))
    for (const id of [sent, failed])
      await expect(cancel(id)).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
  })

  test('cancelling is refused for a payment of another customer, an unknown one and null', async () => {
    const id = await schedule()
    for (const [other, customer] of [
      [id, bob],
      [randomUUID(), alice],
      [null, alice],
    ] as const)
      await expect(cancel(other, customer)).rejects.toMatchObject({ code: 'PT404', hint: 'payment-gone' })
    expect(await rowOf(id)).toMatchObject({ state: 'scheduled' })
  })

  test('cancelling at the moment of sending ends in one of both', async () => {
    const at = await inLondon(tomorrow, '06:00')
    for (let round = 0; round < 10; round += 1) {
      const id = await schedule({ ...payeeAt(bob), amount: '1.00' })
      const [cancelled] = await Promise.allSettled([cancel(id), sendDue(sql, at)])
      await sendDue(sql, at)
      expect((await rowOf(id))?.state).toBe(cancelled.status === 'fulfilled' ? 'cancelled' : 'sent')
    }
    const sent = await sql`select from public.outgoing_payments where user_id = ${alice.id} and state = 'sent'`
    expect(await balanceOf(bob)).toBe(`${5000 + sent.count}.00`)
  })
})

describe('changing', () => {
  const change = async (
    id: string | null,
    amount = '20.00',
    sendOn: string | null = dayFromToday(2),
    customer = alice,
  ) => {
    const [row] = await as(customer)<{ day: string }[]>`
      select public.change_outgoing_payment(${id}, ${requestOf(sql, { amount })}, ${sendOn})::text as day`
    return row?.day
  }
  const detailsOf = async (id: string) =>
    (await sql`select amount, due_on::text, state from public.outgoing_payments where id = ${id}`)[0]
  const unchanged = { amount: '10.00', due_on: tomorrow, state: 'scheduled' }

  test('sends the new amount on the new day, and is recorded', async () => {
    const id = await schedule()
    const before = Number(await balanceOf(alice))
    expect(await change(id)).toBe(dayFromToday(2))
    expect(await change(id)).toBe(dayFromToday(2))
    expect(await sendDue(sql, await inLondon(tomorrow, '14:00'))).toEqual([])
    expect(await sendDue(sql, await inLondon(dayFromToday(2), '06:00'))).toEqual(['sent'])
    expect(await balanceOf(alice)).toBe((before - 20).toFixed(2))
    const rows = await sql<{ amount: number }[]>`
      select (details ->> 'amount')::float8 as amount from private.audit_log
      where action = 'change_payment' and subject_id = ${id}`
    expect(rows.map(({ amount }) => amount)).toEqual([20, 20])
  })

  test('a repeated request to schedule it answers with the changed payment and makes no other', async () => {
    const requestId = randomUUID()
    const id = await schedule({ requestId })
    await change(id)
    expect(await schedule({ requestId })).toBe(id)
    expect(await detailsOf(id)).toMatchObject({ amount: '20.00' })
  })

  test.each([
    ['field:amount', '0', dayFromToday(2)],
    ['field:amount', '1000000.01', dayFromToday(2)],
    ['field:day', '20', dayFromToday(0)],
    ['field:day', '20', dayFromToday(367)],
    ['field:day', '20', null],
  ])('is refused with %s for £%s on %s', async (hint, amount, day) => {
    const id = await schedule()
    await expect(change(id, amount, day)).rejects.toMatchObject({ code: 'PT400', hint })
    expect(await detailsOf(id)).toEqual(unchanged)
  })

  test('is refused for a payment that has ended, a regular one, and that of another customer', async () => {
    const id = await schedule()
    for (const [other, customer] of [
      [id, bob],
      [randomUUID(), alice],
      [null, alice],
    ] as const)
      await expect(change(other, '20', tomorrow, customer)).rejects.toMatchObject({
        code: 'PT404',
        hint: 'payment-gone',
      })
    await request(sql, alice, (db) => createRegularPayment(db))
    const [regular] = await sql<{ id: string }[]>`
      select id from public.outgoing_payments where regular_payment_id is not null`
    expect(await detailsOf(id)).toEqual(unchanged)
    await cancel(id)
    for (const ended of [id, regular?.id ?? null])
      await expect(change(ended)).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
  })

  test('changing at the moment of sending ends in one of both', async () => {
    const id = await schedule({ amount: '1.00' })
    const at = await inLondon(tomorrow, '06:00')
    const [changed] = await Promise.allSettled([change(id, '2.00'), sendDue(sql, at)])
    await sendDue(sql, at)
    const { amount, state } = (await detailsOf(id)) ?? {}
    expect([amount, state]).toEqual(changed.status === 'fulfilled' ? ['2.00', 'scheduled'] : ['1.00', 'sent'])
  })
})

describe('refuses, with a hint, and writes nothing', () => {
  test.each<[string, FuturePayment]>([
    ['field:recipient', { name: null }],
    ['field:amount', { amount: '10.005' }],
    ['field:reference', { reference: 'a'.repeat(19) }],
    ['field:reason', { reason: 'Rent' }],
    ['field:requestId', { requestId: null }],
    ['field:day', { sendOn: null }],
    ['field:day', { sendOn: '' }],
    ['field:day', { sendOn: 'tomorrow' }],
    ['field:day', { sendOn: 'infinity' }],
    ['field:day', { sendOn: '22-11-2027' }],
    ['field:day', { sendOn: '2027-02-29' }],
    ['field:day', { sendOn: `${dayFromToday(1)}T06:00:00Z` }],
    ['field:day', { sendOn: dayFromToday(0) }],
    ['field:day', { sendOn: dayFromToday(367) }],
    ['text-too-long', { sendOn: '1'.repeat(501) }],
  ])('%s for %o', async (hint, change) => {
    await expect(schedule(change)).rejects.toMatchObject({ code: 'PT400', hint })
    expect(await sql`select from public.outgoing_payments`).toHaveLength(0)
    expect(await sql`select from private.future_requests where user_id = ${alice.id}`).toHaveLength(0)
  })

  test('the own account, and a payer without an account', async () => {
    await expect(schedule(payeeAt(alice))).rejects.toMatchObject({ code: 'PT400', hint: 'own-account' })
    const person = await addApprovedPerson(sql)
    await expect(request(sql, person, (db) => scheduleFuturePayment(db))).rejects.toMatchObject({
      code: 'PT404',
      hint: 'no-account',
    })
  })

  test('the 51st open payment, until one is cancelled', async () => {
    const ids: string[] = []
    for (let n = 0; n < 50; n += 1) ids.push(await schedule())
    await expect(schedule()).rejects.toMatchObject({ code: 'PT409', hint: 'too-many-scheduled' })
    await cancel(ids[0] ?? '')
    await schedule()
    expect(await attemptsOf(sql, alice)).toHaveLength(50)
  })
})

test('each change of state is in the audit of the customer', async () => {
  const [first, second] = [await schedule(), await schedule({ amount: '6000' })]
  await cancel(first)
  await sendDue(sql, await inLondon(tomorrow, '06:00'))
  await sendDue(sql, await inLondon(tomorrow, '14:00'))
  await schedule()
  await sendDue(sql, await inLondon(tomorrow, '06:00'))
  expect(
    await sql`
      select action, actor_id = ${alice.id} as own, subject_id in (${first}, ${second}) as known
      from private.audit_log where details ->> 'user_id' = ${alice.id} order by id`,
  ).toEqual([
    { action: 'schedule_outgoing_payment', own: true, known: true },
    { action: 'schedule_outgoing_payment', own: true, known: true },
    { action: 'cancel_payment', own: true, known: true },
    { action: 'postpone_payment', own: null, known: true },
    { action: 'fail_payment', own: null, known: true },
    { action: 'schedule_outgoing_payment', own: true, known: false },
    { action: 'send_payment', own: null, known: false },
  ])
})
