import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { apiCalls } from '../fixtures/apiCalls'
import { openChat, sendMessage } from '../fixtures/chat'
import { deviceToken, recogniseDevice, signInAgain } from '../fixtures/devices'
import { type Db, type Person, hintOfRequest, refusalAs, request, setCaller, untilBlocked } from '../fixtures/database'
import { externalPayee, payAs } from '../fixtures/payments'
import { givePasskey } from '../fixtures/passkeys'
import { createRegularPayment, scheduleFuturePayment, setUndoWindow } from '../fixtures/outgoingPayments'
import { topicRights } from '../fixtures/realtime'
import { aCustomer, addAdmin, addCustomer, anAdmin, withPeople } from '../fixtures/people'
import { callAs, canSignInWith, pinOf, suspendCustomer, unusedPin } from '../fixtures/staff'

// What a suspended customer is told and may do, and the clock of the next update.
const { sql, as, admin, agent, customer } = withPeople({
  admin: anAdmin(['approve_users']),
  agent: anAdmin(['manage_cases']),
  customer: aCustomer('Cara Customer'),
})
/** The session of the customer after a new sign-in. */
let back: Person

// A call takes a limited number.
beforeEach(() => sql`delete from private.due_mails where true`)

async function suspend(choice?: Parameters<typeof suspendCustomer>[3]) {
  await suspendCustomer(sql, admin, customer, choice)
  back = await signInAgain(sql, customer)
}
type Suspension = {
  case_id: string
  is_delayed: boolean
  question: string | null
  has_statements: boolean
  account: object | null
  sections: { name: string; title: string; text: string }[]
}
const mine = () => callAs<Suspension>(sql, back, (db) => db`select public.get_my_suspension() as answer`)
const sectionOf = async (name: string) => (await mine()).sections.find((section) => section.name === name)?.text
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const caseId = async () => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.cases where user_id = ${customer.id} and kind = 'suspension' order by id desc limit 1`
  return row?.id ?? ''
}
const clock = async () =>
  (
    await sql`
      select state, decision, expired_at is not null as late, private.due_day(due_at)::text as day
      from private.cases where id = ${await caseId()}`
  )[0]
const update = async (who: Person, message: string | null) => {
  const id = await caseId()
  return hintOf(who, (db) => db`select public.send_suspension_update(${id}, ${message})`)
}
/** Runs the job's function some time after the day of the next update. */
const endCase = async (after = '0 seconds') => {
  const [row] = await sql`
    select private.expire_case(id, due_at + ${after}::interval) as ended from private.cases where id = ${await caseId()}`
  return row?.ended as unknown
}
const mails = () =>
  as('service_role')<{ title: string; message: string; notification_type: string; recipient_email: string }[]>`
    select title, message, notification_type, recipient_email from public.take_due_mails()
    where recipient_email = ${customer.email}`

describe('suspending a customer', () => {
  test('tells them in the app and by mail the same, without the cause and who it was', async () => {
    await suspend({ cause: 'identity', message: "We'd like to see your passport." })
    const { sections, account, has_statements: hasStatements } = await mine()
    expect(sections.map(({ title }) => title)).toEqual([
      'What is stopped',
      'What still works',
      'Why, and what we need',
      'When you hear from us',
      'Talk to a person',
      "If you're unhappy",
    ])
    expect(await sectionOf('reason')).toBe("We'd like to see your passport.")
    expect([hasStatements, account]).toMatchObject([true, { account_number: customer.account.account_number }])
    expect([...(await mails())]).toEqual([
      {
        title: 'Your account is suspended',
        message: sections.map(({ title, text }) => `${title}: ${text}`).join(' • '),
        notification_type: 'suspension',
        recipient_email: customer.email,
      },
    ])
    expect(JSON.stringify(await mine())).not.toMatch(/identity|confirm who|Test Admin|admin/i)
    const audited = await sql`select action, details from private.audit_log where subject_id = ${customer.id}`
    expect([...audited]).toEqual([{ action: 'suspend_user', details: { cause: 'identity' } }])
  })

  test.each<[string, string | null, string | null, string]>([
    ['a cause', null, 'Why', 'field:cause'],
    ['a cause of the list', 'gossip', 'Why', 'field:cause'],
    ['a text', 'fraud', ' ', 'field:message'],
    ['a text without brackets', 'fraud', 'Tell us [what]', 'field:message'],
    ['a short text', 'fraud', 'x'.repeat(351), 'field:message'],
    ['a clean text', 'fraud', 'a <b>', 'field:message'],
  ])('needs %s', async (_, cause, message, hint) => {
    expect(await hintOf(admin, (db) => db`select public.suspend_user(${customer.id}, ${cause}, ${message})`)).toBe(hint)
    expect(await sql`select from public.profiles where id = ${customer.id} and suspended_at is not null`).toHaveLength(
      0,
    )
  })

  // A Monday: the next working days are 24 November to 7 December 2026.
  test.each(['2026-11-24', '2026-12-07', null])('takes %s as the day of the next update', async (day) => {
    expect(await sql`select private.suspension_due_at(${day}, '2026-11-23T12:00:00Z')`).toHaveLength(1)
  })

  test.each(['2026-12-08', '2026-11-23', '2026-11-28', 'tomorrow', 'infinity'])(
    'does not take %s as the day of the next update',
    async (day) => {
      const run = sql`select private.suspension_due_at(${day}, '2026-11-23T12:00:00Z')`
      await expect(run).rejects.toMatchObject({ code: 'PT400', hint: 'field:nextUpdate' })
    },
  )

  test('counts the days around Christmas by the table of bank holidays', async () => {
    const choices = await sql`
      select private.last_day_of('suspension_days', '2026-12-23')::text as usual,
        private.last_day_of('suspension_last_days', '2026-12-23')::text as last`
    expect([...choices]).toEqual([{ usual: '2027-01-04', last: '2027-01-11' }])
  })

  test('every text of a cause fits', async () => {
    const causes = await sql`select message, next_message from private.suspension_causes()`
    for (const { message, next_message: next } of causes)
      expect([String(message).length <= 350, String(next).length <= 350]).toEqual([true, true])
  })
})

describe('after someone else may have had the account', () => {
  let oldPin: string
  beforeEach(async () => {
    await sql`update private.settings set device_binding = 'off' where only_row`
    oldPin = (await pinOf(sql, customer)) ?? ''
    await suspend({ cause: 'access', message: 'Someone else may have used your account.' })
  })
  const restore = () => callAs(sql, admin, (db) => db`select public.restore_user(${customer.id}) as answer`)
  const choose = (pin: string) => hintOf(back, (db) => db`select public.restore_with_pin(${pin})`)
  const asSuspended = () => hintOf(back, (db) => db`select public.get_my_suspension()`)

  test('the PIN, the passkeys, the devices and the sessions of before end when staff restore the customer', async () => {
    await givePasskey(sql, customer)
    await sql`insert into private.devices (user_id, token_hash, name) values (${customer.id}, 'x', 'A thief')`
    const token = deviceToken('thief')
    await sql`insert into private.seen_browsers (user_id, token_hash) values (${customer.id}, private.hash_device_token(${customer.id}, ${token}))`
    expect(await restore()).toBeNull()
    expect([await canSignInWith(sql, customer, oldPin), await asSuspended()]).toEqual([false, 'session-ended'])
    const [left] = await sql`
      select (select count(*) from private.passkeys where user_id = ${customer.id}) + (select count(*) from private.devices where user_id = ${customer.id})
        + (select count(*) from private.seen_browsers where user_id = ${customer.id}) + (select count(*) from auth.sessions where user_id = ${customer.id}) as rows`
    expect(Number(left?.rows)).toBe(0)
    expect((await mails()).map(({ title }) => title)).toContain('Choose a new PIN')
  })

  test('nothing else works until the customer has chosen a new PIN; then everything does', async () => {
    await restore()
    back = await signInAgain(sql, customer)
    expect(await mine()).toMatchObject({ needs_pin: true })
    expect(await as(back)`select from public.accounts`).toHaveLength(0)
    await expect(payAs(sql, back, { ...externalPayee, amount: '1' })).rejects.toMatchObject({ hint: 'session-ended' })
    await expect(restore()).rejects.toMatchObject({ hint: 'awaits-pin' })
    const temporary = (await pinOf(sql, customer)) ?? ''
    const pin = await unusedPin(sql)
    expect([await choose('12345'), await choose(temporary), await choose('123')]).toEqual([
      'field:pin',
      'field:pin',
      'field:pin',
    ])
    expect(await choose(pin)).toBeNull()
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
    expect(await as(back)`select from public.accounts`).toHaveLength(1)
    expect((await payAs(sql, back, { ...externalPayee, amount: '1' })).transaction_id).toBeTruthy()
    expect(await clock()).toMatchObject({ state: 'decided', decision: 'lifted' })
    expect(await recogniseDevice(sql, back, deviceToken('own'))).toMatchObject({ state: 'off' })
  })

  test('no PIN can be chosen before staff have restored the customer, after an update, for another cause, or by others', async () => {
    expect(await choose('40718')).toBe('pin-not-awaited')
    await restore()
    back = await signInAgain(sql, customer)
    expect(await update(agent, 'It was not you on the phone.')).toBeNull()
    expect([(await mine()) && (await choose('40718')), (await mine()).sections.length]).toEqual(['pin-not-awaited', 6])
    const other = await addCustomer(sql, 'Olga Other')
    expect(await hintOf(other, (db) => db`select public.restore_with_pin('40718')`)).toBe('session-ended')
  })

  test.each([
    ['within the time of the rule', 90, true],
    ['before it', 0, false],
  ])('what was set up %s waits for its owner', async (_, days, waits) => {
    await sql`update private.case_rules set figure = ${days} where name = 'access_days'`
    onTestFinished(async () => {
      await sql`update private.case_rules set figure = 90 where name = 'access_days'`
      // The next test takes the first 20.
      await sql`delete from private.due_mails where true`
    })
    const person = await addCustomer(sql, 'Vera Victim')
    await setUndoWindow(sql, person, '60')
    const held = await payAs(sql, person, { ...externalPayee, amount: '300' })
    const once = await request(sql, person, (db) => scheduleFuturePayment(db))
    const { id: regular } = await request(sql, person, (db) => createRegularPayment(db))
    const next = async () => {
      const [row] = await sql<{ id: string; waits: boolean }[]>`
        select id, awaits_owner as waits from public.outgoing_payments where regular_payment_id = ${regular} and state = 'scheduled'`
      return row ?? { id: '', waits: null }
    }
    const { id: skipped } = await next()
    await as(person)`select public.cancel_outgoing_payment(${skipped})`
    await suspendCustomer(sql, admin, person, { cause: 'access', message: 'Someone else may have used your account.' })
    await as(admin)`select public.restore_user(${person.id})`
    back = await signInAgain(sql, person)
    expect(await choose(await unusedPin(sql))).toBeNull()

    const [restored] = await sql<{ held: string; balance: string }[]>`
      select a.balance, o.state as held from public.accounts a join public.outgoing_payments o on o.id = ${held.transaction_id}
      where a.user_id = ${person.id}`
    expect(restored).toEqual(waits ? { held: 'cancelled', balance: '5000.00' } : { held: 'held', balance: '4700.00' })
    const [told] = await sql<{ message: string }[]>`
      select message from public.user_notifications where user_id = ${person.id} and title = 'Your suspension has ended'`
    expect(told?.message).toContain('Please check your payees')
    expect(told?.message.includes('changed lately (2)')).toBe(waits)

    const waiting = async (isLater: boolean) =>
      (
        await as(back)<{ waits: boolean }[]>`
          select distinct awaits_owner as waits from public.list_upcoming_payments(366)
          where (outgoing_payment_id is null) = ${isLater}`
      ).map((row) => row.waits)
    // Also the later ones of a regular payment, which have no id yet.
    for (const isLater of [false, true]) expect(await waiting(isLater)).toEqual([waits])
    await sql`update public.outgoing_payments set send_at = now() - interval '1 minute' where id = ${once}`
    const send = async () =>
      (await sql<{ state: string | null }[]>`select private.send_outgoing_payment(${once}) as state`)[0]?.state
    expect(await send()).toBe(waits ? null : 'sent')
    if (!waits) return
    expect(await waiting(false)).toEqual([true])
    const keep = (who: Person) => hintOf(who, (db) => db`select public.keep_payment(${once})`)
    expect(await keep(await addCustomer(sql, 'Olga Other'))).toBe('payment-gone')
    expect([await send(), await keep(back), await send()]).toEqual([null, null, 'sent'])
    // Neither to take back what was skipped before, nor to skip one, nor a failure lets the next one go.
    await as(back)`select public.undo_skip(${skipped})`
    expect(await next()).toEqual({ id: skipped, waits: true })
    await as(back)`select public.cancel_outgoing_payment(${skipped})`
    expect((await next()).waits).toBe(true)
    await sql`
      select private.fail_outgoing_payment(o, 'Your trusted contact is worried.', now()) from public.outgoing_payments o
      where o.id = ${(await next()).id}`
    expect((await next()).waits).toBe(true)
    // Who has the account again could have said that it is theirs.
    const [before] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
    await as(back)`select public.keep_payment(${(await next()).id})`
    expect((await next()).waits).toBe(false)
    await sql`select private.await_owner(${person.id}, ${before?.at ?? null}, now())`
    expect((await next()).waits).toBe(true)
    expect(await sql`select paid_total from public.recipients where user_id = ${person.id}`).toEqual([
      { paid_total: '10.00' },
    ])
  })

  test('what someone else may have changed is listed for the owner, with when, and the amount of before', async () => {
    const person = await addCustomer(sql, 'Vera Victim')
    await sql`update public.profiles set daily_limit = 500 where id = ${person.id}`
    await as(person)`select public.set_payment_limit('300')`
    const ageAudit = async () => {
      await sql.begin(async (db) => {
        await db`alter table private.audit_log disable trigger audit_log_is_never_rewritten`
        await db`update private.audit_log set created_at = created_at - interval '91 days' where person_id = ${person.id}`
        await db`alter table private.audit_log enable always trigger audit_log_is_never_rewritten`
      })
      await sql`update public.recipients set created_at = created_at - interval '91 days' where user_id = ${person.id}`
    }
    await ageAudit()
    await as(person)`select public.set_payment_limit('2000')`
    await as(person)`select public.set_payment_limit('3000')`
    await as(person)`select public.record_card_reveal('card_number')`
    await as(person)`update public.profiles set notification_email = 'thief@mail.example' where id = ${person.id}`
    await payAs(sql, person, { ...externalPayee, name: 'Tom Thief', amount: '1' })
    const changes = async (who: Person = back) => {
      const [row] = await sql<{ id: string }[]>`
        select id from private.cases where user_id = ${person.id} and kind = 'suspension' order by id desc limit 1`
      return callAs<{
        facts: { changes: { what: string; at: string | null; before: number | null; name: string | null }[] | null }
      }>(sql, who, (db) => db`select public.get_my_case(${row?.id ?? ''}) as answer`).then(({ facts }) => facts.changes)
    }
    const restored = async (cause: string) => {
      await suspendCustomer(sql, admin, person, { cause, message: 'We look at your account.' })
      await as(admin)`select public.restore_user(${person.id})`
      back = await signInAgain(sql, person)
    }
    await restored('access')
    expect(await choose(await unusedPin(sql))).toBeNull()
    const listed = [
      { what: 'payee', before: null, name: 'Tom Thief' },
      { what: 'reveal_card_number', before: null, name: null },
      { what: 'set_payment_limit', before: 300, name: null },
    ].map((change) => ({ ...change, at: expect.any(String) as string }))
    const unknown = [
      { what: 'notification_email', at: null, before: null, name: 'thief@mail.example' },
      { what: 'profile', at: null, before: null, name: null },
    ]
    expect(await changes()).toEqual([...listed, ...unknown])
    // What the owner changes later is theirs, and what was long before is not asked about.
    await as(back)`select public.set_payment_limit('100')`
    expect(await changes()).toEqual([...listed, ...unknown])
    await expect(changes(await addCustomer(sql, 'Olga Other'))).rejects.toMatchObject({ code: 'PT404' })
    await ageAudit()
    expect(await changes()).toEqual(unknown)
    await restored('inquiry')
    expect(await changes()).toBeNull()
  })

  test('the customer is reminded, and the bank is not late, while it waits for them', async () => {
    await restore()
    await mails()
    const day = (await clock())?.day
    expect(await endCase()).toBe(true)
    expect(await clock()).toMatchObject({ state: 'open', late: false })
    expect((await clock())?.day).not.toBe(day)
    expect((await mails()).map(({ title }) => title)).toEqual(['Choose a new PIN'])
  })
})

describe('a customer who is suspended and has frozen the account', () => {
  const freeze = async (person: Person) => {
    await as(person)`select public.freeze_my_account()`
  }
  const access = { cause: 'access', message: 'Someone else may have used your account.' }
  const orders: [string, () => Promise<void>][] = [
    [
      'frozen, then suspended',
      async () => {
        await freeze(customer)
        await suspend(access)
      },
    ],
    [
      'suspended, then frozen',
      async () => {
        await suspend(access)
        await freeze(back)
      },
    ],
  ]
  const pay = () => payAs(sql, back, { ...externalPayee, amount: '1' })
  const isFrozen = async () => (await sql`select is_frozen from public.accounts where user_id = ${customer.id}`)[0]

  describe.each(orders)('%s', (_order, both) => {
    beforeEach(async () => {
      await sql`update private.settings set device_binding = 'off' where only_row`
      await both()
    })

    test('reads why, writes to a person and complains, and can neither pay, unfreeze nor change the PIN', async () => {
      expect((await mine()).sections).toHaveLength(6)
      for (const call of ["write_while_suspended(null, 'Hello')", "open_complaint('app', 'I am locked out')"])
        expect([call, await hintOf(back, (db) => db.unsafe(`select public.${call}`))]).toEqual([call, null])
      for (const call of ['ask_to_unfreeze()', "enter_my_pin('40718')"])
        expect([call, await hintOf(back, (db) => db.unsafe(`select public.${call}`))]).toEqual([call, 'session-ended'])
      await expect(pay()).rejects.toMatchObject({ hint: 'session-ended' })
      expect(await hintOf(back, (db) => db`select public.restore_with_pin('40718')`)).toBe('pin-not-awaited')
    })

    test('chooses a new PIN when staff restore them, and the account stays frozen until its owner unfreezes it', async () => {
      await as(admin)`select public.restore_user(${customer.id})`
      back = await signInAgain(sql, customer)
      await mails()
      const pin = await unusedPin(sql)
      expect(await hintOf(back, (db) => db`select public.restore_with_pin(${pin})`)).toBeNull()
      expect(await canSignInWith(sql, customer, pin)).toBe(true)
      expect((await mails()).find(({ title }) => title === 'Your suspension has ended')?.message).toContain(
        'It is still frozen',
      )
      expect(await isFrozen()).toEqual({ is_frozen: true })
      await expect(pay()).rejects.toMatchObject({ hint: 'account-frozen' })
      expect(await as(back)`select public.ask_to_unfreeze() as answer`).toEqual([{ answer: false }])
      await sql`update public.profiles set unfreezes_at = now() where id = ${customer.id}`
      await sql`select private.unfreeze_if_due(${customer.id})`
      expect((await pay()).transaction_id).toBeTruthy()
    })

    test('pays nothing when the freeze ends first, and everything when both have ended', async () => {
      await sql`update public.profiles set unfreezes_at = now() where id = ${customer.id}`
      await sql`select private.unfreeze_if_due(${customer.id})`
      expect(await isFrozen()).toEqual({ is_frozen: true })
      await expect(pay()).rejects.toMatchObject({ hint: 'session-ended' })
      await sql`update private.suspensions set cause = 'fraud' where id = ${await caseId()}`
      await as(admin)`select public.restore_user(${customer.id})`
      back = await signInAgain(sql, customer)
      expect((await pay()).transaction_id).toBeTruthy()
    })
  })

  test('is mailed that a freeze outlasts the suspension', async () => {
    await suspend()
    await mails()
    await freeze(back)
    expect((await mails())[0]?.message).toContain('It is also suspended. When that ends, it stays frozen')
  })
})

describe('the letters of a suspended customer', () => {
  const letters = (who = back) => as(who)<{ letter: { title: string } }[]>`select letter from public.list_my_letters()`
  const titles = async () => (await letters()).map(({ letter }) => letter.title)
  const complain = (who: Person, said: string) =>
    callAs<string>(sql, who, (db) => db`select public.open_complaint('app', ${said}) as answer`)

  test('can be read, also those of before, and no one else reads them', async () => {
    const id = await complain(customer, 'Slow')
    await as(agent)`select public.decide_complaint(${id}, 'not_upheld', 'We looked at it')`
    await suspend()
    expect(await titles()).toEqual(['Our final response to your complaint', "We've got your complaint"])
    await complain(back, 'Locked out')
    expect((await titles())[0]).toBe("We've got your complaint")
    const other = await addCustomer(sql, 'Olga Other')
    await suspendCustomer(sql, admin, other)
    expect(await letters(await signInAgain(sql, other))).toHaveLength(0)
    await as(admin)`select public.restore_user(${customer.id})`
    expect(await titles()).toHaveLength(3)
  })

  test('are only those of the complaints since the suspension where someone else may have the account', async () => {
    await complain(customer, 'Slow')
    await suspend({ cause: 'access', message: 'Someone else may have used your account.' })
    expect(await titles()).toEqual([])
    await complain(back, 'Locked out')
    expect(await titles()).toEqual(["We've got your complaint"])
  })
})

describe('the day of the next update', () => {
  beforeEach(() => suspend())

  test('passes: the customer is told once that the bank is late, and the case stays open', async () => {
    await mails()
    expect(await endCase('-1 second')).toBe(false)
    expect(await endCase()).toBe(true)
    expect(await clock()).toMatchObject({ state: 'open', late: true })
    expect(await endCase('1 day')).toBe(false)
    expect((await mine()).is_delayed).toBe(true)
    expect(await sectionOf('news')).toMatch(/^You should have heard from us by .* We're late/)
    expect((await mails()).map(({ title }) => title)).toEqual(["We're late with our update"])
    const notes = await sql`select message from private.case_events where case_id = ${await caseId()} and kind = 'note'`
    expect(notes).toHaveLength(1)
  })

  test('once for each missed day: an update sets the next one', async () => {
    await endCase()
    expect(await update(agent, 'We need your answer')).toBeNull()
    expect(await clock()).toMatchObject({ state: 'open', late: false })
    expect(await sectionOf('reason')).toBe('We need your answer')
    expect(await endCase()).toBe(true)
    expect(await endCase('1 hour')).toBe(false)
  })

  test('a mail fits with the longest text, also when it is late', async () => {
    expect(await update(agent, 'x'.repeat(350))).toBeNull()
    expect(await endCase()).toBe(true)
  })

  test('is shown as overdue, and does not keep the job from other cases', async () => {
    await sql`update private.cases set due_at = now() - interval '1 minute', last_at = now() - interval '1 minute' where id = ${await caseId()}`
    expect(await callAs(sql, agent, (db) => db`select public.count_overdue_cases() as answer`)).toBe(1)
    await sql`select private.expire_case(${await caseId()})`
    expect(await callAs(sql, agent, (db) => db`select public.count_overdue_cases() as answer`)).toBe(1)
    const [job] = await sql`select command from cron.job where jobname = 'expire-due-cases'`
    const [other] = await sql<{ id: string }[]>`
      insert into private.cases (kind, user_id, opened_at, due_at, last_at)
      values ('suspension', gen_random_uuid(), now(), now() - interval '1 second', now() - interval '1 second')
      returning id`
    await sql.unsafe(String(job?.command))
    expect([...(await sql`select decision from private.cases where id = ${other?.id ?? ''}`)]).toEqual([
      { decision: 'closed' },
    ])
    await expect(as(admin)`select public.count_overdue_cases()`).rejects.toMatchObject({ code: 'PT403' })
  })

  test('is not set about oneself', async () => {
    expect(await update(back, 'News')).toBe('session-ended')
  })

  test('cannot be stopped by a question; an answer leaves it', async () => {
    const id = await caseId()
    const before = await clock()
    const ask = (stops: boolean) =>
      hintOf(agent, (db) => db`select public.ask_case_customer(${id}, 'Who is Mo?', ${stops})`)
    expect(await ask(true)).toBe('field:question')
    expect(await ask(false)).toBeNull()
    expect((await mine()).question).toBe('Who is Mo?')
    await as(back)`select public.answer_case(${id}, 'A friend')`
    expect((await mine()).question).toBeNull()
    expect(await clock()).toEqual(before)
  })

  test('ends with the suspension, which decides the case and tells the customer', async () => {
    await mails()
    await as(admin)`select public.restore_user(${customer.id})`
    expect(await clock()).toMatchObject({ state: 'decided', decision: 'lifted' })
    expect((await mails()).map(({ title }) => title)).toEqual(['Your suspension has ended'])
    expect(await update(agent, 'News')).toBe('already-decided')
    expect(await endCase()).toBe(false)
    const id = await caseId()
    const shown = await callAs(
      sql,
      customer.id === back.id ? back : customer,
      (db) => db`select public.get_my_case(${id}) as answer`,
    )
    expect(JSON.stringify(shown)).not.toContain('fraud')
    await suspend()
    expect(await clock()).toMatchObject({ state: 'open' })
  })

  test('ends with the user', async () => {
    await as(admin)`select public.delete_person(${customer.id})`
    expect(await endCase()).toBe(false)
    expect(await clock()).toMatchObject({ state: 'decided', decision: 'closed' })
  })
})

describe('at the same time', () => {
  beforeEach(() => suspend())

  test('of an update and the end of the suspension, the later one finds what the first has done', async () => {
    let sending: Promise<string | null> | undefined
    await sql.begin(async (db) => {
      await setCaller(db, admin)
      await db`select public.restore_user(${customer.id})`
      sending = update(agent, 'News')
      await untilBlocked(sql, 'send_suspension_update')
    })
    expect(await sending).toBe('already-decided')
  })

  test('of an update and the deletion of the customer, no update is sent to nobody', async () => {
    await sql`update private.settings set four_eyes_above = null where only_row`
    let sending: Promise<string | null> | undefined
    await sql.begin(async (db) => {
      await setCaller(db, admin)
      await db`select public.delete_person(${customer.id})`
      sending = update(agent, 'News')
      await untilBlocked(sql, 'send_suspension_update')
    })
    expect(await sending).toBe('already-decided')
    expect(await clock()).toMatchObject({ state: 'decided', decision: 'closed' })
  })

  test('of the job and an update, the job finds the next day', async () => {
    let ending: Promise<unknown> | undefined
    const id = await caseId()
    const day = (await clock())?.day as string
    await sql`update private.cases set due_at = now() - interval '1 minute', last_at = now() - interval '1 minute' where id = ${id}`
    await sql.begin(async (db) => {
      await setCaller(db, agent)
      await db`select public.send_suspension_update(${id}, 'News', ${day})`
      ending = sql`select private.expire_case(${id}) as ended`.then(([row]) => row?.ended as unknown)
      await untilBlocked(sql, 'expire_case')
    })
    expect(await ending).toBe(false)
    expect(await clock()).toMatchObject({ late: false, day })
  })

  test('of two agents, both updates are sent, and the later one counts', async () => {
    const other = await addAdmin(sql, ['manage_cases'])
    expect(await Promise.all([update(agent, 'First'), update(other, 'Second')])).toEqual([null, null])
    const told = await sql`
      select message from private.case_events where case_id = ${await caseId()} and message in ('First', 'Second') order by place`
    expect(told).toHaveLength(2)
    expect(await sectionOf('reason')).toBe(told[1]?.message)
  })
})

describe('the session of a suspended customer', () => {
  // What does not refuse it as it refuses a session that has ended, with the reason.
  const allowed = [
    'answer_case', // the question of staff about the suspension
    'confirm_new_pin', // there is no new PIN: it does nothing
    'freeze_my_account', // ends other sessions, and outlasts the suspension
    'get_my_suspension', // the screen
    'get_statement', // statements
    'get_statement_months', // statements
    'get_suspended_chat', // the chat with a person
    'list_my_accounts', // statements
    'list_my_letters', // the letters
    'record_new_pin_view', // there is no new PIN: it does nothing
    'reopen_complaint', // a complaint
    'restore_with_pin', // refused until staff have asked for a new PIN
  ]

  test('is answered by no other function of the API than the session of a user who has signed out', async () => {
    const gone = { ...(await addCustomer(sql, 'Gina Gone')), sessionId: randomUUID() }
    await suspend()
    const answerTo = async (who: Person, call: string) =>
      refusalAs(sql, who, (db) => db.unsafe(call)).catch((error: unknown) => String(error))
    const differing: string[] = []
    const calls = await apiCalls(sql)
    for (const { name, call } of calls) {
      const answer = await answerTo(back, call)
      // Some look at the nulls of this call before they look at the caller. With real values, access/rights calls them all.
      const isAboutNulls = typeof answer === 'object' && answer.code === 'PT400'
      if (!isAboutNulls && !isDeepStrictEqual(answer, await answerTo(gone, call))) differing.push(name)
    }
    expect(calls.length).toBeGreaterThan(150)
    expect(differing).toEqual(allowed)
  })

  test('reads no table and no channel', async () => {
    const chat = await openChat(sql, customer)
    await suspend()
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_any_column_privilege('authenticated', c.oid, 'select')`
    await request(sql, back, async (db) => {
      for (const { name } of tables)
        expect([name, await db.unsafe(`select 1 from public.${name}`)]).toMatchObject([name, { length: 0 }])
    })
    for (const topic of [`typing:${chat}`, `calls:${customer.id}`])
      expect([topic, await topicRights(sql, back, topic)]).toEqual([
        topic,
        await topicRights(sql, { ...back, sessionId: randomUUID() }, topic),
      ])
  })

  test('keeps alive, and does nothing else with the heartbeat', async () => {
    await suspend()
    expect([...(await as(back)`select public.touch_session() as is_counted`)]).toEqual([{ is_counted: true }])
    for (const name of ['open_current_account()', 'request_agent(gen_random_uuid())', 'has_new_pin()']) {
      const answer = await hintOf(back, (db) => db.unsafe(`select public.${name}`))
      expect([name, answer]).toEqual([name, name === 'has_new_pin()' ? null : 'session-ended'])
    }
  })

  test('needs a known device where customers do', async () => {
    await suspend()
    await sql`update private.settings set device_binding = 'all' where only_row`
    onTestFinished(async () => void (await sql`update private.settings set device_binding = 'off' where only_row`))
    for (const call of [
      'get_my_suspension()',
      'get_suspended_chat()',
      "write_while_suspended(null, 'Hello')",
      'get_statement_months()',
      'list_my_accounts()',
    ])
      expect([call, await hintOf(back, (db) => db.unsafe(`select public.${call}`))]).toEqual([call, 'device-unknown'])
    const issued = await as('service_role')<{ code: string }[]>`
      select code from public.issue_device_code(${back.id}, ${back.sessionId})`
    const token = 'a'.repeat(64)
    await as(back)`select public.enter_device_code(${token}, ${issued[0]?.code ?? ''})`
    expect([...(await as(back)`select state from public.recognise_device(${token})`)]).toEqual([{ state: 'known' }])
    expect((await mine()).sections).toHaveLength(6)
  })

  test('is refused when the customer becomes staff, and after the suspension works as any', async () => {
    await suspend()
    await sql`insert into public.user_roles (user_id, role) values (${customer.id}, 'admin')`
    expect(await hintOf(back, (db) => db`select public.get_my_suspension()`)).toBe('session-ended')
    await sql`delete from public.user_roles where user_id = ${customer.id}`
    await as(admin)`select public.restore_user(${customer.id})`
    expect(await hintOf(back, (db) => db`select public.get_my_suspension()`)).toBe('session-ended')
    expect(await as(back)`select from public.accounts`).toHaveLength(1)
  })

  test('reads its statements, unless someone else may have the account', async () => {
    await suspend()
    expect(await as(back)`select * from public.get_statement_months()`).toHaveLength(1)
    expect(await as(back)`select * from public.list_my_accounts()`).toHaveLength(1)
    await as(admin)`select public.restore_user(${customer.id})`
    await suspend({ cause: 'access' })
    expect(await hintOf(back, (db) => db`select * from public.get_statement_months()`)).toBe('no-statements')
    expect(await hintOf(back, (db) => db`select * from public.list_my_accounts()`)).toBe('no-statements')
    const today = new Date().toISOString().slice(0, 10)
    expect(await hintOf(back, (db) => db`select public.get_statement(${today}, ${today})`)).toBe('no-statements')
    expect(await mine()).toMatchObject({ has_statements: false, account: null })
    expect(await sectionOf('works')).toBe('Money still comes in.')
  })

  test('complains, with the dates by mail, and not about a payment of another customer', async () => {
    const other = await addCustomer(sql, 'Olga Other')
    const theirs = await payAs(sql, other, { ...externalPayee, amount: '1' })
    await suspend()
    await mails()
    const complain = (payment: string | null) =>
      hintOf(back, (db) => db`select public.open_complaint('app', 'I am locked out', null, ${payment})`)
    expect(await complain(theirs.transaction_id)).toBe('transaction-gone')
    expect(await complain(null)).toBeNull()
    expect((await mails()).map(({ title }) => title)).toEqual(["We've got your complaint"])
  })

  test('answers only the case of the suspension', async () => {
    const [row] = await sql<{ id: string }[]>`
      insert into private.cases (kind, user_id, opened_at, due_at, last_at)
      values ('scam', ${customer.id}, now(), now() + interval '1 day', now() + interval '1 day') returning id`
    await suspend()
    expect(await hintOf(back, (db) => db`select public.answer_case(${row?.id ?? ''}, 'Hi')`)).toBe('case-gone')
  })
})

describe('the chat of a suspended customer', () => {
  type Chat = { status: string | null; messages: { sender_type: string; message: string }[] }
  const chatOf = (who = back) => callAs<Chat>(sql, who, (db) => db`select public.get_suspended_chat() as answer`)
  const write = (text: string, id: string | null = randomUUID()) =>
    hintOf(back, (db) => db`select public.write_while_suspended(${id}, ${text})`)

  test('takes messages as long as those of every chat', async () => {
    await suspend()
    expect(await write('x'.repeat(2000))).toBeNull()
    expect(await write('x'.repeat(2001))).toBe('text-too-long')
  })

  test('is with a person: it waits for an agent from the first message, and the assistant gets no turn', async () => {
    await suspend()
    expect(await chatOf()).toMatchObject({ status: null, messages: [] })
    expect(await write('Why?')).toBeNull()
    expect(await chatOf()).toMatchObject({
      status: 'waiting_for_agent',
      messages: [{ sender_type: 'user', message: 'Why?' }],
    })
    const [chat] = await sql<{ id: string }[]>`select id from public.chat_conversations where user_id = ${customer.id}`
    const turn = await as('service_role')`select public.take_assistant_turn(${customer.id}, ${chat?.id ?? ''}) as turn`
    expect([...turn]).toEqual([{ turn: null }])
    const chatAgent = await addAdmin(sql, ['manage_chat'])
    const [waiting] = await sql<{ id: string }[]>`select id from public.agent_requests where user_id = ${customer.id}`
    await as(chatAgent)`select public.accept_agent_request(${waiting?.id ?? ''})`
    await as(chatAgent)`
      insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
      values (${chat?.id ?? ''}, ${chatAgent.id}, 'agent', 'Hello'), (${chat?.id ?? ''}, ${chatAgent.id}, 'note', 'Careful')`
    expect((await chatOf()).messages.map(({ message }) => message)).toEqual([
      'Why?',
      expect.stringMatching(/joined$/),
      expect.stringMatching(/^Hello, you're now chatting/),
      'Hello',
    ])
    expect(await write('Thank you')).toBeNull()
    expect(await chatOf()).toMatchObject({ status: 'agent_assigned' })
  })

  test('goes on in the open chat without what was said before', async () => {
    const chat = await openChat(sql, customer)
    await request(sql, customer, (db) => sendMessage(db, chat, customer, 'My PIN is safe'))
    await suspend()
    expect(await write('Hello')).toBeNull()
    expect(await chatOf()).toMatchObject({ status: 'waiting_for_agent', messages: [{ message: 'Hello' }] })
    expect(await sql`select from public.chat_conversations where user_id = ${customer.id}`).toHaveLength(1)
  })

  test('stores a retry once, and touches no chat of another customer', async () => {
    const other = await addCustomer(sql, 'Olga Other')
    const theirs = await openChat(sql, other)
    const id = await request(sql, other, (db) => sendMessage(db, theirs, other, 'Mine'))
    await suspend()
    const own = randomUUID()
    expect([await write('Once', own), await write('Once', own), await write('Taken', id)]).toEqual([null, null, null])
    expect((await chatOf()).messages).toMatchObject([{ message: 'Once' }])
    expect(await sql`select from public.chat_messages where conversation_id = ${theirs}`).toHaveLength(1)
  })

  test('has the limits of any chat, and is not for others', async () => {
    expect(await hintOf(customer, (db) => db`select public.write_while_suspended(null, 'Hi')`)).toBe('session-ended')
    expect(await hintOf(customer, (db) => db`select public.get_suspended_chat()`)).toBe('session-ended')
    await suspend()
    expect([await write(' '), await write('x'.repeat(2001))]).toEqual(['field:message', 'text-too-long'])
    expect([await write('Same'), await write('Same')]).toEqual([null, 'duplicate-message'])
    for (let index = 1; index < 30; index += 1) expect(await write(`Message ${index}`)).toBeNull()
    expect(await write('One more')).toBe('chat-limit')
  })
})
