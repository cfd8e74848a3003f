import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { type Person, actingAs, refusalOf, request } from '../fixtures/database'
import { scheduleFuturePayment, sendDue, setUndoWindow } from '../fixtures/outgoingPayments'
import { payAs, payeeAt, type PaymentResult, externalPayee, ledgerProblems, makePayment } from '../fixtures/payments'
import { type Customer, addAdmin, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, alice, bob } = withPeople({ alice: aCustomer('Alice Payer'), bob: aCustomer('Bob Payee') })

type Held = PaymentResult & { state: string; send_at: Date | null }

beforeEach(async () => {
  // What the test before has left.
  await sendDue(sql, soon())
  await sql`delete from private.due_mails where true`
  await setUndoWindow(sql, alice, '30')
})

type Statement = {
  paid_in: number
  paid_out: number
  closing_balance: number
  entries: { description: string; amount: number }[]
}

const pay = (amount = '100.00', requestId: string = randomUUID(), payee = payeeAt(bob)) =>
  request(
    sql,
    alice,
    (db) => makePayment(db, { ...payee, name: 'Bob Payee', amount, requestId, reference: 'LUNCH' }) as Promise<Held>,
  )
const call = async (name: 'undo_payment' | 'send_held_payment', id: string, caller: Person = alice) => {
  const [row] = await as(caller)<{ state: string }[]>`select ${sql.unsafe(`public.${name}`)}(${id}) as state`
  return row?.state
}
const undo = (id: string, caller?: Person) => call('undo_payment', id, caller)
const figuresOf = async (customer: Customer) => {
  const [row] = await sql<{ balance: string; held: string }[]>`
    select balance, held from public.accounts where id = ${customer.account.id}`
  return [row?.balance, row?.held]
}
const rowsOf = (customer: Customer) => sql`
  select amount, incoming, status, reversed_at is not null as reversed
  from public.transactions where user_id = ${customer.id} order by id`
/** As if the undo window had ended, without waiting for it. */
const endWindow = (id: string) => sql`
  update public.outgoing_payments set send_at = now() - interval '1 second' where id = ${id}`
const stateOf = async (id: string) => {
  const [row] = await sql<{ state: string }[]>`select state from public.outgoing_payments where id = ${id}`
  return row?.state
}
const soon = () => new Date(Date.now() + 61_000).toISOString()

test('the payments that can be undone are listed with the time left, to their payer only', async () => {
  const list = (who: Person) =>
    as(who)<{ id: string; seconds_left: string }[]>`select * from public.list_held_payments()`
  const held = await pay()
  const [listed, ...others] = await list(alice)
  expect(others).toEqual([])
  expect(listed?.id).toBe(held.transaction_id)
  expect(Number(listed?.seconds_left)).toBeGreaterThan(20)
  expect(Number(listed?.seconds_left)).toBeLessThanOrEqual(30)
  expect(await list(bob)).toEqual([])
  await endWindow(held.transaction_id)
  expect(await list(alice)).toMatchObject([{ seconds_left: '0' }])
  await sendDue(sql, soon())
  expect(await list(alice)).toEqual([])
})

describe('a payment with an undo window', () => {
  test('holds the money at once: the payee sees nothing, the payer’s row is pending', async () => {
    const held = await pay()
    expect(held).toMatchObject({ state: 'held', amount: '100.00', balance: '4900.00', internal: true })
    expect(held.send_at && held.send_at.getTime() - held.created_at.getTime()).toBe(30_000)
    expect(await figuresOf(alice)).toEqual(['4900.00', '100.00'])
    expect(await figuresOf(bob)).toEqual(['5000.00', '0.00'])
    expect(await rowsOf(alice)).toEqual([{ amount: '100.00', incoming: false, status: 'pending', reversed: false }])
    expect(await rowsOf(bob)).toEqual([])
    expect(await sql`select 1 from public.recipients where user_id = ${alice.id}`).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a held payment is sent once when the window has ended, with the transactions of a direct payment', async () => {
    const { transaction_id: id } = await pay()
    expect(await sendDue(sql, new Date().toISOString())).toEqual([])
    expect(await sendDue(sql, soon())).toEqual(['sent'])
    expect(await sendDue(sql, soon())).toEqual([])
    expect(await figuresOf(alice)).toEqual(['4900.00', '0.00'])
    expect(await figuresOf(bob)).toEqual(['5100.00', '0.00'])
    expect(
      await sql`
        select id, status, reference, from_account_holder_name, to_account_holder_name
        from public.transactions where user_id in (${alice.id}, ${bob.id}) order by incoming`,
    ).toEqual([
      {
        id,
        status: 'completed',
        reference: 'LUNCH',
        from_account_holder_name: null,
        to_account_holder_name: 'Bob Payee',
      },
      expect.objectContaining({ status: 'completed', reference: 'LUNCH', from_account_holder_name: 'Alice Payer' }),
    ])
    expect(
      await sql`select account_holder_name, last_payment_amount from public.recipients where user_id = ${alice.id}`,
    ).toEqual([{ account_holder_name: 'Bob Payee', last_payment_amount: '100.00' }])
    expect(await undo(id)).toBe('sent')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a held payment to another bank is sent to the outside world', async () => {
    await pay('100.00', randomUUID(), externalPayee)
    expect(await sendDue(sql, soon())).toEqual(['sent'])
    expect(await figuresOf(alice)).toEqual(['4900.00', '0.00'])
    expect(await rowsOf(alice)).toEqual([expect.objectContaining({ status: 'completed' })])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a held payment can be undone: the money returns in one movement and the payee never sees it', async () => {
    const { transaction_id: id } = await pay()
    expect(await undo(id)).toBe('cancelled')
    expect(await undo(id)).toBe('cancelled')
    expect(await call('send_held_payment', id)).toBe('cancelled')
    expect(await sendDue(sql, soon())).toEqual([])
    expect(await figuresOf(alice)).toEqual(['5000.00', '0.00'])
    expect(await figuresOf(bob)).toEqual(['5000.00', '0.00'])
    expect(await rowsOf(alice)).toEqual([{ amount: '100.00', incoming: false, status: 'failed', reversed: false }])
    expect(await rowsOf(bob)).toEqual([])
    expect(
      await sql`
        select count(*)::int as entries, count(distinct movement_id)::int as movements
        from private.ledger_entries where account_id = ${alice.account.id} and abs(amount) = 100`,
    ).toEqual([{ entries: 2, movements: 1 }])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a held payment is sent by an undo that comes too late', async () => {
    const { transaction_id: id } = await pay()
    await endWindow(id)
    expect(await undo(id)).toBe('sent')
    expect(await figuresOf(bob)).toEqual(['5100.00', '0.00'])
  })

  test('a held payment is sent when the client asks after the end, and stays held before', async () => {
    const { transaction_id: id } = await pay()
    expect(await call('send_held_payment', id)).toBe('held')
    await endWindow(id)
    expect(await call('send_held_payment', id)).toBe('sent')
    expect(await call('send_held_payment', id)).toBe('sent')
    expect(await figuresOf(bob)).toEqual(['5100.00', '0.00'])
  })

  test('a held payment is sent by the job, which runs every 10 seconds', async () => {
    const { transaction_id: id } = await pay()
    await runJob(sql, 'send-held-payments')
    expect(await stateOf(id)).toBe('held')
    await endWindow(id)
    await runJob(sql, 'send-held-payments')
    expect(await stateOf(id)).toBe('sent')
    expect(await sql`select schedule, active, username from cron.job where jobname = 'send-held-payments'`).toEqual([
      { schedule: '10 seconds', active: true, username: 'postgres' },
    ])
  })

  test('undone and sent at the same time ends in one of both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { transaction_id: id } = await pay('1.00')
      const answers = await Promise.all([undo(id), sendDue(sql, soon()), undo(id), sendDue(sql, soon())])
      const state = await stateOf(id)
      expect(['sent', 'cancelled']).toContain(state)
      expect(answers.flat().filter((answer) => answer !== 'held' && answer !== state)).toEqual([])
    }
    const sent = await sql`select from public.outgoing_payments where user_id = ${alice.id} and state = 'sent'`
    expect(await figuresOf(alice)).toEqual([`${5000 - sent.count}.00`, '0.00'])
    expect(await figuresOf(bob)).toEqual([`${5000 + sent.count}.00`, '0.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('opposite payments that are sent and made at once do not deadlock', async () => {
    await setUndoWindow(sql, bob, '10')
    const pays = (from: Customer, to: Customer) => payAs(sql, from, { ...payeeAt(to), amount: '1.00' })
    for (let n = 0; n < 10; n += 1) await Promise.all([pays(alice, bob), pays(bob, alice)])
    await setUndoWindow(sql, alice, '0')
    await setUndoWindow(sql, bob, '0')
    await Promise.all([
      sendDue(sql, soon()),
      sendDue(sql, soon()),
      ...Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? pays(alice, bob) : pays(bob, alice))),
    ])
    await sendDue(sql, soon())
    expect(await figuresOf(alice)).toEqual(['5000.00', '0.00'])
    expect(await figuresOf(bob)).toEqual(['5000.00', '0.00'])
    const [deadlocks] = await sql`select deadlocks::int from pg_stat_database where datname = current_database()`
    expect(deadlocks).toEqual({ deadlocks: 0 })
  })

  test('answers a repeated request with its state now, whatever the window is by then', async () => {
    const requestId = randomUUID()
    const first = await pay('100.00', requestId)
    await setUndoWindow(sql, alice, '0')
    expect(await pay('100.00', requestId)).toEqual(first)
    await undo(first.transaction_id)
    expect(await pay('100.00', requestId)).toEqual({ ...first, state: 'cancelled' })
    await expect(pay('100.01', requestId)).rejects.toMatchObject({ hint: 'idempotency-key-reused' })
    const direct = await pay('1.00')
    expect(direct).toMatchObject({ state: 'sent', send_at: null })
    expect(await figuresOf(alice)).toEqual(['4999.00', '0.00'])
  })

  test('holds only what is there', async () => {
    await expect(pay('5000.01')).rejects.toMatchObject({ code: 'PT402', hint: 'insufficient-funds' })
    await pay('5000.00')
    await expect(pay('0.01')).rejects.toMatchObject({ code: 'PT402', hint: 'insufficient-funds' })
    expect(await figuresOf(alice)).toEqual(['0.00', '5000.00'])
  })

  test('a held payment is returned when the payee cannot be credited', async () => {
    const { transaction_id: id } = await pay()
    // The payee's numbers now belong to the payer: pay refuses the own account.
    await sql`
      update public.outgoing_payments set to_sort_code = ${alice.account.sort_code}, to_account_number = ${alice.account.account_number}
      where id = ${id}`
    expect(await sendDue(sql, soon())).toEqual(['cancelled'])
    expect(await figuresOf(alice)).toEqual(['5000.00', '0.00'])
    expect(await sql`select problem from public.outgoing_payments where id = ${id}`).toEqual([
      { problem: 'You cannot pay into the account you are paying from.' },
    ])
  })

  test('a held payment is retried by the next run when an account stays locked', async () => {
    const { transaction_id: id } = await pay()
    await sql.begin(async (db) => {
      await db`select from public.accounts where id = ${bob.account.id} for update`
      expect(await sendDue(sql, soon())).toEqual([])
    })
    expect(await stateOf(id)).toBe('held')
    expect(await sendDue(sql, soon())).toEqual(['sent'])
  })

  test('at most 50 can be held at a time', async () => {
    for (let n = 0; n < 50; n += 1) await pay('0.01')
    await expect(pay('0.01')).rejects.toMatchObject({ code: 'PT409', hint: 'too-many-scheduled' })
    expect(await figuresOf(alice)).toEqual(['4999.50', '0.50'])
  })

  test('shows in the statement as paid out, and as returned after an undo, and counts in no total', async () => {
    const { transaction_id: id } = await pay()
    await undo(id)
    const [row] = await as(alice)<{ statement: Statement }[]>`
        select public.get_statement('-infinity', 'infinity') as statement`
    expect(row?.statement).toMatchObject({ paid_in: 0, paid_out: 0, closing_balance: 5000 })
    expect(row?.statement.entries.map(({ description, amount }) => [description, amount])).toEqual([
      ['Bob Payee', -100],
      ['Returned: Bob Payee', 100],
    ])
  })

  test('shows in the statement of the payee under its own name, also when they have removed it from their list', async () => {
    await pay()
    await sendDue(sql, soon())
    const last = async () => {
      const [row] = await as(bob)<{ entries: { description: string; amount: number }[] }[]>`
          select public.get_statement('-infinity', 'infinity') -> 'entries' as entries`
      return row?.entries.at(-1)
    }
    expect(await last()).toMatchObject({ description: 'Alice Payer', amount: 100 })
    await as(bob)`delete from public.transactions where user_id = ${bob.id}`
    expect(await last()).toMatchObject({ description: 'Removed from your list', reference: null, amount: 100 })
  })

  test('counts in insights only when it has been sent', async () => {
    const spent = async () => {
      const [month] = await as(alice)`select spent from public.get_insights() limit 1`
      return month?.spent
    }
    const { transaction_id: id } = await pay()
    expect(await spent()).toBe('0')
    await undo(id)
    expect(await spent()).toBe('0')
    await pay()
    await sendDue(sql, soon())
    expect(await spent()).toBe('100.00')
  })

  test('owes its emails only when it has been sent, and no caller of the app can take them', async () => {
    const requestId = randomUUID()
    await sql`update public.profiles set notification_email = 'bob@test.example' where id = ${bob.id}`
    const { transaction_id: transactionId } = await pay('100.00', requestId)
    const owed = () => sql`
      select t.incoming, d.kind from private.due_mails d join public.transactions t on t.id = d.about_id
      where t.user_id in (${alice.id}, ${bob.id}) order by t.incoming`
    expect(await owed()).toEqual([])
    await sendDue(sql, soon())
    expect(await owed()).toEqual([
      { incoming: false, kind: 'payment' },
      { incoming: true, kind: 'payment' },
    ])
    for (const type of ['sender', 'recipient']) {
      expect(await sql`select from public.take_payment_notifications(${alice.id}, ${requestId}, ${type})`).toHaveLength(
        0,
      )
    }
    const taken = await as('service_role')`select * from public.take_due_mails() where kind = 'payment'`
    expect(taken).toHaveLength(2)
    expect(taken).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ about_id: transactionId, notification_type: 'sender', recipient_email: alice.email }),
        expect.objectContaining({
          notification_type: 'recipient',
          recipient_email: 'bob@test.example',
          counterparty_name: 'Alice Payer',
          amount: '100.00',
          reference: 'LUNCH',
        }),
      ]),
    )
  })

  test('a held payment is returned to the account of a user who is deleted, before the account is closed', async () => {
    await pay()
    const admin = await addAdmin(sql, ['approve_users'])
    await as(admin)`select public.delete_person(${alice.id})`
    expect(await sql`select from public.outgoing_payments where user_id = ${alice.id}`).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
    expect(
      await sql`
        select details ->> 'paid_out' as paid_out from private.audit_log where action = 'delete_person' and subject_id = ${alice.id}`,
    ).toEqual([{ paid_out: '5000.00' }])
  })

  test('each change of state is in the audit of the customer', async () => {
    const first = await pay()
    await undo(first.transaction_id)
    await pay()
    await sendDue(sql, soon())
    expect(
      await sql`
        select action, actor_id = ${alice.id} as own, details ->> 'amount' as amount from private.audit_log
        where details ->> 'user_id' = ${alice.id} and action <> 'set_undo_window' order by id`,
    ).toEqual([
      { action: 'hold_payment', own: true, amount: '100.00' },
      { action: 'undo_payment', own: true, amount: '100.00' },
      { action: 'hold_payment', own: true, amount: '100.00' },
      { action: 'send_payment', own: null, amount: '100.00' },
    ])
  })
})

describe('the undo window', () => {
  test.each(['0', '10', '30', '60'])('the undo window can be %s seconds', async (seconds) => {
    await actingAs(sql, alice, async (db) => {
      expect(await db`select public.set_undo_window(${seconds}) as seconds`).toEqual([{ seconds: Number(seconds) }])
      expect(await db`select undo_seconds from public.profiles`).toEqual([{ undo_seconds: Number(seconds) }])
    })
  })

  test.each(['', '-10', '15', '61', '10.0', 'ten', '1e1', ' 10', null])(
    'the undo window cannot be %o',
    async (seconds) => {
      await actingAs(sql, alice, async (db) => {
        await expect(db.savepoint((inner) => inner`select public.set_undo_window(${seconds})`)).rejects.toMatchObject({
          code: 'PT400',
          hint: 'field:undoSeconds',
        })
        expect(await db`select undo_seconds from public.profiles`).toEqual([{ undo_seconds: 30 }])
      })
    },
  )

  test('the undo window is off by default, and no client can write it', async () => {
    await actingAs(sql, bob, async (db) => {
      expect(await db`select undo_seconds from public.profiles`).toEqual([{ undo_seconds: 0 }])
      expect(
        (await refusalOf(db, (inner) => inner`update public.profiles set undo_seconds = 10 where true`)).code,
      ).toBe('42501')
    })
  })
})

describe('the end of the undo window', () => {
  test.each(['undo_payment', 'send_held_payment'] as const)(
    'only the payer can call %s, on a held payment',
    async (name) => {
      const { transaction_id: id } = await pay()
      const scheduled = await request(sql, alice, (db) => scheduleFuturePayment(db))
      const gone = { code: 'PT404', hint: 'payment-gone' }
      await expect(call(name, id, bob)).rejects.toMatchObject(gone)
      await expect(call(name, randomUUID())).rejects.toMatchObject(gone)
      await expect(as(alice)`select ${sql.unsafe(name)}(null)`).rejects.toMatchObject(gone)
      await expect(call(name, scheduled)).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
      expect(await stateOf(id)).toBe('held')
    },
  )

  test('an idle session cannot send a held payment, and the job does', async () => {
    const { transaction_id: id } = await pay()
    await sql`update auth.sessions set created_at = now() - interval '1 hour' where id = ${alice.sessionId}`
    await endWindow(id)
    await expect(call('send_held_payment', id)).rejects.toMatchObject({ code: 'PT401', hint: 'session-ended' })
    expect(await sendDue(sql, soon())).toEqual(['sent'])
  })

  test('a held payment that ends twice with an unexpected error is returned', async () => {
    const { transaction_id: id } = await pay()
    await endWindow(id)
    await sql.unsafe(`
      create function public.break_arrivals() returns trigger language plpgsql as $$
      begin
        if new.status = 'completed' then perform 1 / 0; end if;
        return new;
      end $$;
      create trigger break_arrivals before update on public.transactions
        for each row execute function public.break_arrivals()`)
    try {
      expect(await sendDue(sql, soon())).toEqual(['held'])
      expect(await sendDue(sql, soon())).toEqual(['cancelled'])
    } finally {
      await sql.unsafe(`drop trigger break_arrivals on public.transactions; drop function public.break_arrivals`)
    }
    expect(await ledgerProblems(sql)).toEqual([])
  })
})
