import { beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages } from '../fixtures/banks'
import { closeAccount, expireClosingNotice } from '../fixtures/closing'
import { type Db, type Person, hintOfRequest, request } from '../fixtures/database'
import { createRegularPayment, dayFromToday, scheduleFuturePayment, setUndoWindow } from '../fixtures/outgoingPayments'
import { externalPayee, ledgerProblems, payAs, payeeAt, requestOf } from '../fixtures/payments'
import {
  type Customer,
  aCustomer,
  addAdmin,
  addSuperAdmin,
  anAdmin,
  grantPermissions,
  withPeople,
} from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, agent, second, payer, payee, friend } = withPeople({
  agent: anAdmin(['manage_cases']),
  second: anAdmin(['manage_cases']),
  payer: aCustomer('Pam Payer'),
  payee: aCustomer('Quinn Payee'),
  friend: aCustomer('Fay Friend'),
})

beforeEach(async () => {
  await sql`update private.settings set four_eyes_above = null where only_row`
  await sql`
    update private.payment_rules set active = name = 'first_payment', threshold = case name when 'first_payment' then 500 else threshold end
    where action = 'review'`
})

type Paid = Awaited<ReturnType<typeof payAs>> & { state: string; send_at: Date | null }
const pay = (amount: string, to = payeeAt(payee)) => payAs(sql, payer, { ...to, amount }) as Promise<Paid>
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const caseOf = async (paymentId: string) => {
  const [row] = await sql<{ id: string; due_at: Date; last_at: Date; decision: string | null; letter: unknown }[]>`
    select c.id, c.due_at, c.last_at, c.decision, c.letter
    from private.payment_reviews h join private.cases c using (id) where h.payment_id = ${paymentId} order by c.id desc limit 1`
  return row
}
const idOf = async (paymentId: string) => (await caseOf(paymentId))?.id ?? ''
const dayOf = async (end?: Date) =>
  (await sql<{ day: string }[]>`select private.due_day(${end ?? null})::text as day`)[0]?.day
const decisionOf = async (paymentId: string) => (await caseOf(paymentId))?.decision
/** A payment that a rule puts under review, with its case. */
async function held(amount = '600', to?: Parameters<typeof pay>[1]) {
  const { transaction_id: payment } = await pay(amount, to)
  return { payment, id: await idOf(payment) }
}
/** A payment with an undo window, which no rule reviews. */
async function undoable(to?: Parameters<typeof pay>[1]) {
  await setUndoWindow(sql, payer, '60')
  return (await pay('50', to)).transaction_id
}
const stateOf = async (payment: string) =>
  (await sql<{ state: string }[]>`select state from public.outgoing_payments where id = ${payment}`)[0]?.state
/** As the jobs do. */
const attempt = async (payment: string, at: Date | string) =>
  (await sql<{ state: string | null }[]>`select private.send_outgoing_payment(${payment}, ${at}) as state`)[0]?.state
const nextWorkingDay = async () =>
  (await sql<{ day: string }[]>`select private.next_working_day(private.london_date(now()) + 1)::text as day`)[0]
    ?.day ?? ''
const place = (payment: string, who: Person = agent, told: string | null = 'The account is new.') =>
  hintOf(who, (db) => db`select public.start_payment_review(${payment}, 'A scam is going round', ${told})`)
const decide = (id: string, refuses = false, who: Person = agent) =>
  hintOf(who, (db) => db`select public.decide_payment_review(${id}, ${refuses}, 'We spoke to them')`)
const undo = (payment: string) => hintOf(payer, (db) => db`select public.undo_payment(${payment})`)
const end = async (id: string, at: Date | string) =>
  (await sql<{ ended: boolean }[]>`select private.expire_case(${id}, ${at}) as ended`)[0]?.ended
const atTheEnd = async (payment: string) => (await caseOf(payment))?.due_at ?? ''
const figuresOf = async ({ account }: Customer) => {
  const [row] = await sql<{ balance: string; held: string }[]>`
    select balance, held from public.accounts where id = ${account.id}`
  return row === undefined ? [] : [Number(row.balance), Number(row.held)]
}
const notesOf = async (person: Person) =>
  (
    await sql<{ title: string }[]>`
      select title from public.user_notifications where user_id = ${person.id} and type = 'case' order by created_at, id`
  ).map(({ title }) => title)
/** Money is conserved, and a payment is either with its payer, in flight, or with its payee. */
async function expectMoney(ofPayer: [number, number], ofPayee: number) {
  expect(await figuresOf(payer)).toEqual(ofPayer)
  expect((await figuresOf(payee))[0]).toBe(ofPayee)
  expect(await ledgerProblems(sql)).toEqual([])
}

describe('the days of a review', () => {
  test.each([
    ['2026-11-23T12:00:00Z', '2026-11-24', '2026-11-27'],
    // A Friday evening, and a Sunday.
    ['2026-11-27T22:00:00Z', '2026-11-30', '2026-12-03'],
    ['2026-11-29T12:00:00Z', '2026-11-30', '2026-12-03'],
    // Christmas, Easter, and the May bank holidays.
    ['2026-12-24T12:00:00Z', '2026-12-29', '2027-01-04'],
    ['2027-03-25T12:00:00Z', '2027-03-30', '2027-04-02'],
    ['2027-04-30T12:00:00Z', '2027-05-04', '2027-05-07'],
    // Half past midnight in London in summer, and the nights of the clock changes.
    ['2027-06-06T23:30:00Z', '2027-06-08', '2027-06-11'],
    ['2027-03-28T00:30:00Z', '2027-03-30', '2027-04-02'],
    ['2026-10-25T00:30:00Z', '2026-10-26', '2026-10-29'],
    // The ends of a month and a year.
    ['2026-12-31T12:00:00Z', '2027-01-04', '2027-01-07'],
  ])('a payment of %s: grounds by %s, at the latest until %s', async (at, due, last) => {
    const payment = await undoable()
    await sql`update public.outgoing_payments set created_at = ${at}, send_at = ${at} where id = ${payment}`
    const [days] = await sql<{ due: string; last: string; end: string }[]>`
      select private.due_day(c.due_at)::text as due, private.due_day(c.last_at)::text as last,
        to_char(c.due_at at time zone 'Europe/London', 'HH24:MI') as end
      from private.open_payment_review(${payment}, '{}', null, 'Grounds', 'Reasons', ${at}) c`
    expect(days).toEqual({ due, last, end: '00:00' })
  })

  test('count from the payment, not from the review, and after the next working day it is too late', async () => {
    const payment = await undoable()
    await sql`update public.outgoing_payments set created_at = '2026-11-27T22:00:00Z' where id = ${payment}`
    const open = (at: string) =>
      sql<{ due: string | null }[]>`
        select private.due_day(c.due_at)::text as due from private.open_payment_review(${payment}, '{}', null, 'Grounds', 'Reasons', ${at}) c`
    expect(await open('2026-12-01T00:00:00Z')).toEqual([{ due: null }])
    expect(await open('2026-11-30T23:59:59Z')).toEqual([{ due: '2026-11-30' }])
  })
})

describe('a rule', () => {
  test('puts a payment under review: the money is in flight, the payer is told and asked, the payee learns nothing', async () => {
    const paid = await pay('600')
    const row = await caseOf(paid.transaction_id)
    expect(paid).toMatchObject({ state: 'held', balance: '4400.00', send_at: row?.due_at })
    await expectMoney([4400, 600], 5000)
    expect(await notesOf(payer)).toEqual(["We're checking your payment"])
    expect(await sql`select id from public.transactions where user_id = ${payee.id}`).toEqual([])
    expect(await notesOf(payee)).toEqual([])
    const mine = await callAs(sql, payer, (db) => db`select public.get_my_case(${row?.id ?? ''}) as answer`)
    expect(mine).toMatchObject({
      question: expect.stringContaining('Did somebody ask you') as string,
      facts: { transaction_id: paid.transaction_id, amount: 600, state: 'held' },
    })
    expect(JSON.stringify(mine)).toContain('It is a large payment')
    expect(await callAs(sql, payee, (db) => db`select count(*)::int as answer from public.list_my_cases()`)).toBe(0)
    // Neither the job nor the app sends it, not even after the end of the clock.
    expect(await attempt(paid.transaction_id, '2099-11-01T00:00:00Z')).toBe('held')
    expect(await hintOf(payer, (db) => db`select public.send_held_payment(${paid.transaction_id})`)).toBeNull()
    await expectMoney([4400, 600], 5000)
  })

  test('reviews nothing that it does not match: the payment is sent at once', async () => {
    expect(await pay('500')).toMatchObject({ state: 'sent', send_at: null })
    expect(
      await sql`select id from private.payment_reviews h where h.payment_id in (
      select id from public.transactions where user_id = ${payer.id})`,
    ).toEqual([])
    await expectMoney([4500, 0], 5500)
  })

  test('a repeated request returns the first answer, and is reviewed once', async () => {
    const requestId = crypto.randomUUID()
    const again = () => payAs(sql, payer, { ...payeeAt(payee), amount: '600', requestId })
    const first = await again()
    expect(await again()).toEqual(first)
    expect(await notesOf(payer)).toHaveLength(1)
  })

  test('reviews a payment for a day when it is due, and a regular one by the rules of then', async () => {
    const day = await nextWorkingDay()
    const payment = await request(sql, payer, (db) =>
      scheduleFuturePayment(db, { ...payeeAt(payee), amount: '600', sendOn: day }),
    )
    const { id } = await request(sql, payer, (db) =>
      createRegularPayment(db, { ...payeeAt(friend), amount: '10', startsOn: day }),
    )
    const [regular] = await sql<
      { id: string }[]
    >`select id from public.outgoing_payments where regular_payment_id = ${id}`
    expect(await caseOf(payment)).toBeUndefined()
    expect(await attempt(payment, `${day}T07:00:00Z`)).toBe('scheduled')
    expect(await attempt(regular?.id ?? '', `${day}T07:00:00Z`)).toBe('sent')
    expect(
      await hintOf(
        payer,
        (db) => db`
          select public.change_outgoing_payment(${payment}, ${requestOf(db, { amount: '5' })}, ${dayFromToday(9)})`,
      ),
    ).toBe('payment-under-review')
    await expectMoney([4990, 0], 5000)
    expect(await end(await idOf(payment), await atTheEnd(payment))).toBe(true)
    expect(await decisionOf(payment)).toBe('released')
    expect(await stateOf(payment)).toBe('sent')
    await expectMoney([4390, 0], 5600)
  })

  test('that a customer skips and wants again is reviewed again, and a changed amount waits for the decision', async () => {
    const { id } = await request(sql, payer, (db) =>
      createRegularPayment(db, { ...payeeAt(payee), amount: '10', startsOn: dayFromToday(3) }),
    )
    const [next] = await sql<{ id: string }[]>`select id from public.outgoing_payments where regular_payment_id = ${id}`
    const payment = next?.id ?? ''
    expect(await place(payment)).toBeNull()
    expect(await hintOf(payer, (db) => db`select public.change_regular_payment(${id}, '5')`)).toBe(
      'payment-under-review',
    )
    await as(payer)`select public.cancel_outgoing_payment(${payment})`
    expect(await decisionOf(payment)).toBe('cancelled')
    await as(payer)`select public.undo_skip(${payment})`
    expect(await place(payment)).toBeNull()
    expect(await decisionOf(payment)).toBeNull()
  })
})

describe('the customer', () => {
  test('answers, and cancels: the money is back at once, and the case is decided', async () => {
    const { payment, id } = await held()
    await as(payer)`select public.answer_case(${id}, 'For my sister')`
    expect(await undo(payment)).toBeNull()
    await expectMoney([5000, 0], 5000)
    expect(await decisionOf(payment)).toBe('cancelled')
    expect(await decide(id)).toBe('already-decided')
    expect(await end(id, '2027-11-01T00:00:00Z')).toBe(false)
  })

  test('cancels also after the end of the clock, and in a frozen account', async () => {
    const { payment } = await held()
    await sql`update public.outgoing_payments set send_at = now() - interval '1 hour' where id = ${payment}`
    await sql`select private.freeze(${payer.id}, ${payer.sessionId})`
    expect(await undo(payment)).toBeNull()
    await expectMoney([5000, 0], 5000)
  })

  test('reads why, and neither the grounds nor the notes', async () => {
    const payment = await undoable()
    expect([await place(payment, agent, ' '), await place(payment)]).toEqual(['field:told', null])
    const id = await idOf(payment)
    expect(await decide(id, true)).toBeNull()
    const mine = JSON.stringify(await callAs(sql, payer, (db) => db`select public.get_my_case(${id}) as answer`))
    expect(mine).toContain('We spoke to them')
    expect(mine).not.toContain('A scam is going round')
  })
})

describe('an agent', () => {
  test('reviews what waits for its undo window and for its day, once, and not what was sent', async () => {
    const payment = await undoable()
    expect(await place(payment)).toBeNull()
    expect(await place(payment, second)).toBe('already-reviewed')
    const later = await request(sql, payer, (db) => scheduleFuturePayment(db, { sendOn: dayFromToday(20) }))
    expect(await place(later)).toBeNull()
    const upcoming = await as(payer)`select review_until::text, send_on::text from public.list_upcoming_payments(60)`
    expect(upcoming).toEqual([
      { review_until: await dayOf((await caseOf(later))?.due_at), send_on: expect.any(String) as string },
    ])
    // Its days count from its own day, on which it goes out after the release.
    expect(await decide(await idOf(later))).toBeNull()
    expect(await stateOf(later)).toBe('scheduled')
    const [row] = await sql<{ day: string }[]>`
      select private.london_date(send_at)::text as day from public.outgoing_payments where id = ${later}`
    expect(row?.day).toBe(dayFromToday(20))
    expect(await place(later)).toBe('already-reviewed')
    await setUndoWindow(sql, payer, '0')
    expect(await place((await pay('20')).transaction_id)).toBe('payment-finished')
  })

  test('stops no payment of their own, to themselves, or of other staff', async () => {
    const mine = await undoable()
    await grantPermissions(sql, payer, ['manage_cases'])
    await grantPermissions(sql, payee, ['manage_cases'])
    await sql`insert into public.user_roles values (${payer.id}, 'admin'), (${payee.id}, 'admin')`
    for (const who of [payer, payee, agent]) expect(await place(mine, who)).toBe('transaction-gone')
    expect(await place(crypto.randomUUID())).toBe('transaction-gone')
    const boss = await addSuperAdmin(sql, 'Boss', ['manage_cases'])
    await sql`insert into public.user_roles values (${boss.id}, 'admin')`
    expect(await place(mine, boss)).toBeNull()
    const id = await idOf(mine)
    for (const who of [payer, payee, agent]) {
      expect(await decide(id, false, who)).toBe('case-gone')
      expect(
        await hintOf(who, (db) => db`select public.extend_payment_review(${id}, 'More time', ${dayFromToday(2)})`),
      ).toBe('case-gone')
    }
  })

  test('releases what waits for its owner: the letter says so, and the payment still waits', async () => {
    const later = await request(sql, payer, (db) => scheduleFuturePayment(db, { sendOn: dayFromToday(20) }))
    expect(await place(later)).toBeNull()
    await sql`update public.outgoing_payments set awaits_owner = true where id = ${later}`
    const id = await idOf(later)
    expect(await decide(id)).toBeNull()
    expect(await stateOf(later)).toBe('scheduled')
    const mine = JSON.stringify(await callAs(sql, payer, (db) => db`select public.get_my_case(${id}) as answer`))
    expect(mine).toContain('once you keep it: open Regular and future payments')
    expect(mine).not.toContain("We'll send")
  })

  test('releases: it goes out at once, with a letter, once', async () => {
    const { payment, id } = await held()
    expect(await decide(id)).toBeNull()
    await expectMoney([4400, 0], 5600)
    expect(await decide(id, true)).toBe('already-decided')
    expect(await decisionOf(payment)).toBe('released')
    expect(JSON.stringify((await caseOf(payment))?.letter)).toContain('We have sent £600.00 to Quinn Payee.')
    expect(await notesOf(payer)).toEqual(["We're checking your payment", 'Our decision about your payment'])
    expect(
      await sql`select id from public.transactions where user_id = ${payee.id} and status = 'completed'`,
    ).toHaveLength(1)
  })

  test('refuses: the money is back, the day counts without it, and the letter says why and how to complain', async () => {
    const { payment, id } = await held()
    expect(await decide(id, true)).toBeNull()
    await expectMoney([5000, 0], 5000)
    expect(await sql`select sent_today from public.accounts where id = ${payer.account.id}`).toEqual([
      { sent_today: '0.00' },
    ])
    const letter = JSON.stringify((await caseOf(payment))?.letter)
    for (const words of ['We did not send £600.00', 'The money is back', 'We spoke to them', 'unhappy', 'Ombudsman'])
      expect(letter).toContain(words)
  })

  test('extends with grounds to at most the fourth working day, and no clock stops', async () => {
    const { payment, id } = await held()
    const row = await caseOf(payment)
    const [days] = await sql<{ last: string; due: string }[]>`
      select private.due_day(last_at)::text as last, private.due_day(due_at)::text as due from private.cases where id = ${id}`
    const last = days?.last
    const extend = (until: string | undefined, reason = 'The payee was reported') =>
      hintOf(agent, (db) => db`select public.extend_payment_review(${id}, ${reason}, ${until ?? null})`)
    expect(await hintOf(agent, (db) => db`select public.ask_case_customer(${id}, 'Who?', true)`)).toBe('field:question')
    for (const wrong of [undefined, days?.due, '2030-01-01', 'soon']) expect(await extend(wrong)).toBe('field:until')
    expect(await extend(last, '')).toBe('field:reason')
    expect(await extend(last)).toBeNull()
    expect((await caseOf(payment))?.due_at).toEqual(row?.last_at)
    expect(await notesOf(payer)).toEqual(["We're checking your payment", 'We need more time to check your payment'])
    expect(await end(id, row?.due_at ?? '')).toBe(false)
    expect(await extend(last)).toBe('field:until')
  })
})

describe('above the four-eyes amount', () => {
  const approve = async (who: Person) => {
    const [row] = await sql<{ id: string }[]>`
      select id from private.approval_requests where kind = 'case' order by id desc limit 1`
    return hintOf(who, (db) => db`select public.approve_request(${row?.id ?? ''})`)
  }
  beforeEach(() => sql`update private.settings set four_eyes_above = 1000 where only_row`)

  test.each([
    ['releases', false, [3800, 0], 6200],
    ['refuses', true, [5000, 0], 5000],
  ] as const)('two people decide who %s', async (_, refuses, ofPayer, ofPayee) => {
    const { id } = await held('1200')
    expect(await decide(id, refuses)).toBeNull()
    await expectMoney([3800, 1200], 5000)
    expect(await decide(id, refuses, second)).toBe('approval-pending')
    expect(await approve(agent)).toBe('own-request')
    expect(await approve(await addAdmin(sql, ['approve_users']))).toBe('no-permission')
    expect(await approve(second)).toBeNull()
    await expectMoney([...ofPayer], ofPayee)
  })

  test('also in a chain of smaller ones', async () => {
    const answers = []
    for (const amount of ['600', '550']) {
      const { id } = await held(amount, { ...externalPayee, accountNumber: `12345${amount}` })
      answers.push(
        await callAs(sql, agent, (db) => db`select public.decide_payment_review(${id}, false, 'Fine') as answer`),
      )
    }
    expect(answers).toEqual([true, false])
  })

  test('a request decides nothing after the end of the clock, or after the customer has cancelled', async () => {
    const [first, other] = [await held('1200'), await held('1300')]
    for (const { id } of [first, other]) expect(await decide(id, true)).toBeNull()
    expect(await undo(other.payment)).toBeNull()
    expect(await approve(second)).toBe('already-decided')
    expect(await end(first.id, await atTheEnd(first.payment))).toBe(true)
    expect(await decisionOf(first.payment)).toBe('released')
    await expectMoney([3800, 0], 6200)
  })
})

describe('the end of the clock', () => {
  test('sends the payment, tells the customer, and the job does it once', async () => {
    const { payment, id } = await held()
    expect(await end(id, new Date(Number(await atTheEnd(payment)) - 1000))).toBe(false)
    await sql`update private.cases set due_at = now() - interval '1 minute' where id = ${id}`
    const [job] = await sql<{ command: string }[]>`select command from cron.job where jobname = 'expire-due-cases'`
    await sql.unsafe(job?.command ?? '')
    await sql.unsafe(job?.command ?? '')
    expect(await decisionOf(payment)).toBe('released')
    expect(await notesOf(payer)).toHaveLength(2)
    await expectMoney([4400, 0], 5600)
  })

  test.each([
    ['the account is frozen', () => sql`select private.freeze(${payer.id})`],
    ['the customer is suspended', () => sql`select private.suspend(${payer.id}, true)`],
  ])('returns the money if %s, and staff cannot release it', async (_, stop) => {
    const { payment, id } = await held()
    await stop()
    expect(await decide(id)).toBe('payer-stopped')
    expect(await end(id, await atTheEnd(payment))).toBe(true)
    expect(await decisionOf(payment)).toBe('refused')
    await expectMoney([5000, 0], 5000)
  })

  test('returns the money if the payee is gone, and the decision says so', async () => {
    const { payment, id } = await held()
    await as(await addAdmin(sql, ['approve_users']))`select public.delete_person(${payee.id})`
    expect(await decide(id)).toBeNull()
    expect(await decisionOf(payment)).toBe('refused')
    expect(await figuresOf(payer)).toEqual([5000, 0])
    expect(JSON.stringify((await caseOf(payment))?.letter)).toContain('There is no Fernbank account')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a payee who is suspended is paid, as by every payment', async () => {
    const { id } = await held()
    await sql`select private.suspend(${payee.id}, true)`
    expect(await decide(id)).toBeNull()
    await expectMoney([4400, 0], 5600)
  })

  test('ends with a customer who is deleted: no money is lost, and nothing is left to decide', async () => {
    const { payment, id } = await held()
    await as(await addAdmin(sql, ['approve_users']))`select public.delete_person(${payer.id})`
    expect(await decisionOf(payment)).toBe('cancelled')
    expect(await decide(id)).toBe('already-decided')
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('together with a closing', () => {
  test('a payee who has closed the account is not paid: the money is back', async () => {
    const { id } = await held()
    await sql`update private.payment_rules set active = false where action = 'review'`
    await payAs(sql, payee, { ...payeeAt(friend), amount: '5000' })
    expect(await closeAccount(sql, payee)).toBeNull()
    expect(await decide(id)).toBeNull()
    expect(await figuresOf(payer)).toEqual([5000, 0])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a payer cannot close while money is held, and a closing cancels what is held without money', async () => {
    const later = await request(sql, payer, (db) => scheduleFuturePayment(db, { ...payeeAt(payee), amount: '20' }))
    expect(await place(later)).toBeNull()
    const { payment } = await held()
    expect(await closeAccount(sql, payer)).toBe('payments-pending')
    expect(await undo(payment)).toBeNull()
    await sql`update private.payment_rules set active = false where action = 'review'`
    await pay('5000')
    expect(await closeAccount(sql, payer)).toBeNull()
    expect([await decisionOf(later), await stateOf(later)]).toEqual(['cancelled', 'cancelled'])
    expect(await attempt(later, '2030-01-01')).toBeNull()
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test("the bank's closing returns what is held: it waits with the rest, and the case is decided", async () => {
    const { payment } = await held()
    await expireClosingNotice(sql, payer)
    expect(await decisionOf(payment)).toBe('cancelled')
    expect(await figuresOf(payer)).toEqual([0, 0])
    expect(await sql`select private.money_waiting_for(${payer.id})::text as waits`).toEqual([{ waits: '5000.00' }])
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

test('an administrator does not learn that a payment to them waits, or is under review', async () => {
  const { payment } = await held()
  const isChecked = (who: Person) =>
    sql.begin(async (db) => {
      await db`select set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id })}, true)`
      const [row] = await db<{ checked: boolean }[]>`
        select (private.describe_payment_to_come(p) ->> 'is_under_review')::boolean as checked
        from private.payments_to_come p where p.id = ${payment}`
      return row?.checked
    })
  // It is in no list of theirs.
  expect([await isChecked(agent), await isChecked(payee)]).toEqual([true, undefined])
})

describe('together with a trusted contact', () => {
  const answer = (payment: string, looksRight: boolean) =>
    hintOf(friend, (db) => db`select public.answer_contact_review(${payment}, ${looksRight})`)
  beforeEach(async () => {
    const { sort_code: sortCode, account_number: number } = friend.account
    await as(payer)`select public.name_trusted_contact(${sortCode}, ${number}, '100')`
    await as(friend)`select public.answer_contact_request(${payer.id}, true)`
  })

  test('"it looks right" does not send what is under review; the release does', async () => {
    const { payment, id } = await held()
    expect(await answer(payment, true)).toBeNull()
    await expectMoney([4400, 600], 5000)
    expect(await decide(id)).toBeNull()
    await expectMoney([4400, 0], 5600)
  })

  test('a worry returns the money and decides the case', async () => {
    const { payment } = await held()
    expect(await answer(payment, false)).toBeNull()
    expect(await decisionOf(payment)).toBe('cancelled')
    await expectMoney([5000, 0], 5000)
  })

  test('a release does not send what still waits for the contact', async () => {
    const { payment, id } = await held()
    expect(await decide(id)).toBeNull()
    await expectMoney([4400, 600], 5000)
    expect(await answer(payment, true)).toBeNull()
    await expectMoney([4400, 0], 5600)
  })

  test('a payment for a day is reviewed first, and then asks the contact', async () => {
    const payment = await request(sql, payer, (db) => scheduleFuturePayment(db, { ...payeeAt(payee), amount: '600' }))
    expect(await attempt(payment, `${dayFromToday(1)}T15:00:00Z`)).toBe('scheduled')
    expect(await sql`select payment_id from private.contact_reviews where payment_id = ${payment}`).toEqual([])
    expect(await end(await idOf(payment), await atTheEnd(payment))).toBe(true)
    expect(await stateOf(payment)).toBe('scheduled')
    expect(await sql`select payment_id from private.contact_reviews where payment_id = ${payment}`).toHaveLength(1)
  })
})

describe('to another bank', () => {
  beforeEach(() => addOtherBank(sql))
  const messagesWith = async (payment: string) =>
    (await takeMessages(sql)).filter(({ paymentId }) => paymentId === payment)

  test('an agent takes a payment back that is in no message yet: released, it is sent', async () => {
    const { transaction_id: payment } = await pay('200', externalPayee)
    expect(await place(payment)).toBeNull()
    expect(await figuresOf(payer)).toEqual([4800, 200])
    expect(await messagesWith(payment)).toEqual([])
    expect(await decide(await idOf(payment))).toBeNull()
    const [message] = await messagesWith(payment)
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted' })
    expect(await figuresOf(payer)).toEqual([4800, 0])
    expect(await ledgerProblems(sql)).toEqual([])
    expect(await sql`select status::text from public.transactions where id = ${payment}`).toEqual([
      { status: 'completed' },
    ])
  })

  test('refused or cancelled, the money is back', async () => {
    for (const refuse of [true, false]) {
      const { transaction_id: payment } = await pay('200', externalPayee)
      expect(await place(payment)).toBeNull()
      expect(refuse ? await decide(await idOf(payment), true) : await undo(payment)).toBeNull()
      expect(await figuresOf(payer)).toEqual([5000, 0])
      expect(await messagesWith(payment)).toEqual([])
    }
    expect(await ledgerProblems(sql)).toEqual([])
    expect(await sql`select paid_total, paid_count from public.recipients where user_id = ${payer.id}`).toEqual([
      { paid_total: '0.00', paid_count: 0 },
    ])
  })

  test('not one that is in a message, or that the customer has claimed or recalled', async () => {
    const sent = (await pay('200', externalPayee)).transaction_id
    await takeMessages(sql)
    expect(await place(sent)).toBe('payment-finished')
    const claimed = (await pay('200', externalPayee)).transaction_id
    await as(payer)`select public.save_claim(${claimed}, 'unauthorised', 'x', 'lost', 'Not me')`
    await as(payer)`select public.send_claim(${claimed})`
    expect(await place(claimed)).toBe('payment-finished')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a payment that a rule put under review is handed over after its release only', async () => {
    const { payment, id } = await held('600', externalPayee)
    expect(await messagesWith(payment)).toEqual([])
    expect(await decide(id)).toBeNull()
    expect(await messagesWith(payment)).toHaveLength(1)
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('nothing is decided twice', () => {
  test('by two agents, the clock and the customer at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await figuresOf(payer)
      const { payment, id } = await held()
      const at = await atTheEnd(payment)
      const answers = await Promise.all([
        decide(id),
        decide(id, true, second),
        end(id, at).then((ended) => (ended === true ? null : 'ended before')),
        hintOf(payer, (db) => db`select public.undo_payment(${payment})`).then(() => 'cancelled or sent'),
        hintOf(payer, (db) => db`select public.answer_case(${id}, 'Wait')`).then(() => 'answered'),
      ])
      expect(answers.filter((answer) => answer === null).length).toBeLessThan(2)
      const [balance = 0, inFlight] = await figuresOf(payer)
      expect(inFlight).toBe(0)
      expect((before[0] ?? 0) - balance).toBe((await stateOf(payment)) === 'sent' ? 600 : 0)
      expect(
        await sql`select id from private.case_events where case_id = ${id} and message like 'We %sen_ £%'`,
      ).toHaveLength((await decisionOf(payment)) === 'cancelled' ? 0 : 1)
    }
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('two agents put a payment under review once, while the job sends it or not', async () => {
    const payment = await undoable()
    await sql`update public.outgoing_payments set send_at = now() where id = ${payment}`
    const answers = await Promise.all([
      place(payment),
      attempt(payment, new Date(Date.now() + 1000)).then(() => 'tried'),
      place(payment, second),
    ])
    const placed = answers.filter((answer) => answer === null).length
    expect(placed).toBe((await stateOf(payment)) === 'sent' ? 0 : 1)
    expect(await sql`select id from private.payment_reviews where payment_id = ${payment}`).toHaveLength(placed)
    expect(await ledgerProblems(sql)).toEqual([])
  })
})
