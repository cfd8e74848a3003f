import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Db, type Person, hintOfRequest, request, untilBlocked } from '../fixtures/database'
import { ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, accountOf, addAdmin, addCustomer, anAdmin, grantPermissions, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, agent, second, customer, payee } = withPeople({
  agent: anAdmin(['manage_cases', 'manage_chat']),
  second: anAdmin(['manage_cases']),
  customer: aCustomer('Cora Customer'),
  payee: aCustomer('Quinn Payee'),
})

beforeEach(async () => {
  await sql`update private.settings set four_eyes_above = null where only_row`
})

const monday = '2026-11-23T12:00:00Z'
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)

/** Tests choose the time: the functions behind those of the API take it. */
async function asAt<Row extends object>(who: Person, run: (db: Db) => PromiseLike<Row[]>): Promise<Row | undefined> {
  let found: Row | undefined
  await sql.begin(async (db) => {
    await db`select set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, session_id: who.sessionId, role: 'authenticated' })}, true)`
    ;[found] = await run(db)
  })
  return found
}
async function complain({
  topic = 'app',
  said = 'The app was down',
  at = monday,
  who = customer,
  payment = null as string | null,
} = {}) {
  const row = await asAt<{ id: string }>(
    who,
    (db) => db`select private.open_complaint(${topic}, ${said}, 'An apology', ${payment}, ${at}) as id`,
  )
  return row?.id ?? ''
}
const clockOf = async (id: string) => {
  const [row] = await sql<{ due: string; last: string; summary: string; state: string; isDelayed: boolean }[]>`
    select private.due_day(due_at)::text as due, private.due_day(last_at)::text as last,
      private.due_day(summary_due_at)::text as summary, state, expired_at is not null as "isDelayed"
    from private.cases join private.complaints using (id) where id = ${id}`
  return row
}
type Answer = { outcome?: string; redress?: string; at?: string; isAccepted?: boolean }
const decide = (
  who: Person,
  id: string,
  { outcome = 'upheld', redress = '0', at = monday, isAccepted = false }: Answer = {},
) =>
  asAt<{ done: boolean }>(
    who,
    (db) =>
      db`select private.decide_complaint(${id}, ${outcome}, 'We looked at it', ${redress}, ${isAccepted}, ${at}) as done`,
  ).then(
    (row) => row?.done,
    (error: { hint?: string }) => error.hint,
  )
const reopen = (who: Person, id: string, at = monday) =>
  asAt(who, (db) => db`select private.reopen_complaint(${id}, 'You missed the second day', ${at})`).then(
    () => null,
    (error: { hint?: string }) => error.hint,
  )
const hold = (id: string, at = monday) =>
  asAt(agent, (db) => db`select private.send_holding_response(${id}, 'The other bank has not answered', ${at})`).then(
    () => null,
    (error: { hint?: string }) => error.hint,
  )
const end = async (id: string, at: string) =>
  (await sql<{ ended: boolean }[]>`select private.expire_case(${id}, ${at}) as ended`)[0]?.ended
const approve = async (who: Person) => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where kind = 'case' order by id desc limit 1`
  return hintOf(who, (db) => db`select public.approve_request(${row?.id ?? ''})`)
}
const balanceOf = async (who: Person) => Number((await accountOf(sql, who)).balance)
const paidOut = async () => {
  const [row] = await sql<{ total: string }[]>`
    select coalesce(-sum(e.amount), 0) as total from private.ledger_entries e
    where e.account_id = private.ledger_account('redress')`
  return Number(row?.total)
}
/** What the customer and the redress account of the bank have gained and lost in a run. */
async function movedBy(run: () => Promise<unknown>) {
  const [balance, paid] = [await balanceOf(customer), await paidOut()]
  await run()
  expect(await ledgerProblems(sql)).toEqual([])
  return { customer: (await balanceOf(customer)) - balance, bank: (await paidOut()) - paid }
}
const lettersOf = async (id: string) =>
  (
    await sql<{ letter: { title: string } }[]>`
      select letter from private.case_events where case_id = ${id} and letter is not null order by place`
  ).map(({ letter }) => letter)
const mine = (id: string, who = customer) =>
  callAs<Record<string, unknown>>(sql, who, (db) => db`select public.get_my_case(${id}) as answer`)

describe('the clock of a complaint', () => {
  test.each([
    ['app', monday, '2026-11-26', '2027-01-18', '2027-01-18'],
    ['payment', monday, '2026-11-26', '2026-12-14', '2027-01-14'],
    // Christmas.
    ['card', '2026-12-23T12:00:00Z', '2026-12-30', '2027-01-18', '2027-02-15'],
    // Easter.
    ['payment', '2027-03-24T12:00:00Z', '2027-03-31', '2027-04-16', '2027-05-17'],
    // Half past midnight in London on the day on which the clocks go back, and the last evening before they go forward.
    ['person', '2026-10-24T23:30:00Z', '2026-10-28', '2026-12-20', '2026-12-20'],
    ['other', '2027-03-27T23:30:00Z', '2027-04-01', '2027-05-22', '2027-05-22'],
    // The last day of a month, a Sunday.
    ['app', '2027-01-31T12:00:00Z', '2027-02-03', '2027-03-28', '2027-03-28'],
  ])(
    'about %s, sent at %s: a summary by %s, an answer by %s, at the latest by %s',
    async (topic, at, summary, due, last) => {
      const id = await complain({ topic, at })
      expect(await clockOf(id)).toEqual({ due, last, summary, state: 'open', isDelayed: false })
    },
  )

  test('is the shorter one for any complaint that names a payment', async () => {
    const { transaction_id: payment } = await payAs(sql, customer, { ...payeeAt(payee), amount: '12.50' })
    expect(await clockOf(await complain({ payment }))).toMatchObject({ due: '2026-12-14' })
  })

  test('is the shorter one while the bank has stopped the account, or ends it', async () => {
    await sql`
      insert into private.cases (kind, user_id, opened_at, due_at, last_at)
      values ('closing', ${customer.id}, ${monday}, '2027-02-22', '2027-02-22')`
    expect(await clockOf(await complain({ topic: 'app', said: 'It closes' }))).toMatchObject({ due: '2026-12-14' })
    await sql`update private.cases set kind = 'suspension' where user_id = ${customer.id} and kind = 'closing'`
    expect(await clockOf(await complain({ topic: 'other' }))).toMatchObject({ due: '2026-12-14' })
  })

  test('a holding response moves it to the last day, once, only for payments and only in time', async () => {
    const id = await complain({ topic: 'payment' })
    expect(await hold(await complain())).toBe('no-holding-response')
    expect(await hold(id, '2026-12-15T00:00:00Z')).toBe('too-late-for-holding-response')
    expect(await hold(id, '2026-12-14T23:59:00Z')).toBeNull()
    expect(await clockOf(id)).toMatchObject({ due: '2027-01-14' })
    expect(await hold(id, '2026-12-15T00:00:00Z')).toBe('holding-response-sent')
    expect(await end(id, '2027-01-14T23:59:59Z')).toBe(false)
    expect(await end(id, '2027-01-15T00:00:00Z')).toBe(true)
    const [, holding, late] = (await lettersOf(id)).map((letter) => JSON.stringify(letter))
    for (const words of ['The other bank has not answered', 'Thursday 14 January 2027', 'Ombudsman', 'demonstration'])
      expect(holding).toContain(words)
    expect(late).toContain('We have not answered your complaint in time')
  })

  test('at its end the customer is told once that they may go to the Ombudsman now, and it stays open and overdue', async () => {
    await sql`delete from private.cases`
    const id = await complain({ at: '2026-06-01T12:00:00Z' })
    const [job] = await sql<{ command: string }[]>`select command from cron.job where jobname = 'expire-due-cases'`
    for (const run of [1, 2]) {
      await sql.unsafe(job?.command ?? '')
      expect([run, await clockOf(id)]).toMatchObject([run, { state: 'open', isDelayed: true }])
    }
    const letters = await lettersOf(id)
    expect(letters.map(({ title }) => title)).toEqual([
      "We've got your complaint",
      'We have not answered your complaint in time',
    ])
    expect(JSON.stringify(letters[1])).toContain('You can refer your complaint to the Financial Ombudsman Service now.')
    expect(await callAs(sql, agent, (db) => db`select public.count_overdue_cases() as answer`)).toBe(1)
    // A person answers it all the same.
    expect(await decide(agent, id, { at: '2026-12-01T12:00:00Z' })).toBe(true)
    expect(await callAs(sql, agent, (db) => db`select public.count_overdue_cases() as answer`)).toBe(0)
    expect(await end(id, '2027-12-01T00:00:00Z')).toBe(false)
  })

  test('cannot stop for a question', async () => {
    const id = await complain()
    expect(await hintOf(agent, (db) => db`select public.ask_case_customer(${id}, 'When?', true)`)).toBe(
      'field:question',
    )
    expect(await hintOf(agent, (db) => db`select public.ask_case_customer(${id}, 'When?', false)`)).toBeNull()
  })
})

describe('a complaint', () => {
  test('is acknowledged at once with its dates, in the app, by mail and as a letter', async () => {
    const id = await complain({ topic: 'payment' })
    const [letter] = await lettersOf(id)
    for (const words of [
      'Monday 14 December 2026',
      'Thursday 14 January 2027',
      'Thursday 26 November 2026',
      'The app was down',
      'An apology',
      'financial-ombudsman.org.uk',
    ])
      expect(JSON.stringify(letter)).toContain(words)
    expect(
      await sql`
        select n.message, m.kind from public.user_notifications n join private.due_mails m on m.about_id = n.id
        where n.user_id = ${customer.id} and n.type = 'case'`,
    ).toEqual([
      {
        message:
          "We'll try to settle it with you by Thursday 26 November 2026. You'll have our final answer by Monday 14 December 2026.",
        kind: 'note',
      },
    ])
    expect(await mine(id)).toMatchObject({
      kind: 'complaint',
      due_on: '2026-12-14',
      facts: {
        topic: 'payment',
        said: 'The app was down',
        wish: 'An apology',
        summary_on: '2026-11-26',
        last_on: '2027-01-14',
      },
    })
  })

  test('sent twice is one, and five a day are enough', async () => {
    const id = await complain()
    expect(await complain()).toBe(id)
    for (const said of ['2', '3', '4', '5']) await complain({ said })
    await expect(complain({ said: '6' })).rejects.toMatchObject({ hint: 'too-many-complaints' })
    expect(await complain({ said: '6', at: '2026-11-24T12:00:01Z' })).not.toBe(id)
  })

  test('needs a topic and words, and takes no payment of another customer', async () => {
    const open = (topic: string | null, said: string | null, payment: string | null = null) =>
      hintOf(customer, (db) => db`select public.open_complaint(${topic}, ${said}, null, ${payment})`)
    expect(await open('weather', 'Rain')).toBe('field:topic')
    expect(await open(null, 'Rain')).toBe('field:topic')
    expect(await open('app', ' ')).toBe('field:said')
    expect(await open('app', '<b>')).toBe('field:said')
    const { transaction_id: payment } = await payAs(sql, payee, { ...payeeAt(customer), amount: '3' })
    expect(await open('payment', 'Late', payment)).toBe('transaction-gone')
  })

  test('takes messages of its customer only, and is possible while the account is frozen', async () => {
    await sql`update public.profiles set frozen_at = now() where id = ${customer.id}`
    const id = await callAs<string>(
      sql,
      customer,
      (db) => db`select public.open_complaint('app', 'I am locked out') as answer`,
    )
    expect(await hintOf(customer, (db) => db`select public.answer_case(${id}, 'And again today')`)).toBeNull()
    expect(JSON.stringify(await mine(id))).toContain('And again today')
    expect(await hintOf(payee, (db) => db`select public.answer_case(${id}, 'Not mine')`)).toBe('case-gone')
    expect(await hintOf(payee, (db) => db`select public.get_my_case(${id})`)).toBe('case-gone')
    expect(await reopen(payee, id)).toBe('case-gone')
    await sql`update public.profiles set approved = false where id = ${payee.id}`
    expect(await hintOf(payee, (db) => db`select public.open_complaint('app', 'Rain')`)).toBe('not-approved')
  })

  test('about a payment is unknown to the other side of the payment', async () => {
    const { transaction_id: payment } = await payAs(sql, customer, { ...payeeAt(payee), amount: '12.50' })
    const id = await complain({ topic: 'payment', payment })
    expect(await mine(id)).toMatchObject({ facts: { amount: 12.5, party: 'Quinn Payee' } })
    await grantPermissions(sql, payee, ['manage_cases'])
    await sql`insert into public.user_roles values (${payee.id}, 'admin')`
    expect(await decide(payee, id)).toBe('case-gone')
    expect(await as(payee)`select id from public.list_cases()`).not.toContainEqual({ id })
  })

  test('is not opened while the account of the customer ends with the chat, and neither waits for the other', async () => {
    const [chat] = await sql<{ id: string }[]>`
      insert into public.chat_conversations (user_id, status, assigned_admin_id)
      values (${customer.id}, 'agent_assigned', ${agent.id}) returning id`
    let marking: Promise<string | null> | undefined
    await sql.begin(async (db) => {
      await db`select from public.profiles where id = ${customer.id} for update`
      marking = hintOf(agent, (own) => own`select public.mark_chat_complaint(${chat?.id ?? ''}, 'app', 'Slow')`)
      await untilBlocked(sql, 'mark_chat_complaint')
      await db`delete from public.chat_conversations where id = ${chat?.id ?? ''}`
    })
    expect(await marking).toBe('chat-ended')
  })

  test('is opened by an agent for the customer of their chat, who is told, once', async () => {
    const [chat] = await sql<{ id: string }[]>`
      insert into public.chat_conversations (user_id, status, assigned_admin_id)
      values (${customer.id}, 'agent_assigned', ${agent.id}) returning id`
    const mark = (who: Person, words = 'Waited an hour for us') =>
      hintOf(who, (db) => db`select public.mark_chat_complaint(${chat?.id ?? ''}, 'person', ${words})`)
    expect(await mark(await addAdmin(sql, ['manage_chat']))).toBe('not-assigned')
    expect(await mark(agent, ' ')).toBe('field:said')
    expect(await mark(agent)).toBeNull()
    expect(await mark(agent)).toBe('already-marked')
    const [listed] = await as(customer)<{ id: string; kind: string }[]>`select id, kind from public.list_my_cases()`
    expect(listed).toMatchObject({ kind: 'complaint' })
    expect(await mine(listed?.id ?? '')).toMatchObject({
      facts: { said: 'Waited an hour for us', was_marked: true },
    })
    expect(
      await sql`select title from public.user_notifications where user_id = ${customer.id} and type = 'case'`,
    ).toEqual([{ title: "We've got your complaint" }])
  })
})

describe('the answer', () => {
  test('settles a complaint within three working days if the customer accepts it', async () => {
    const id = await complain()
    expect(await decide(agent, id, { outcome: 'resolved' })).toBe('field:accepted')
    const settled = { outcome: 'resolved', isAccepted: true, redress: '20' }
    expect(await decide(agent, id, { ...settled, at: '2026-11-27T00:00:00Z' })).toBe('too-late-for-summary')
    expect(await movedBy(() => decide(agent, id, { ...settled, at: '2026-11-26T23:59:00Z' }))).toEqual({
      customer: 20,
      bank: 20,
    })
    const letter = JSON.stringify((await mine(id)).letter)
    for (const words of [
      'settled your complaint',
      'consider it resolved',
      '£20.00',
      'Ombudsman',
      'until Wednesday 26 May 2027',
    ])
      expect(letter).toContain(words)
  })

  test.each([
    ['upheld', '35.50', 'We agree with your complaint'],
    ['partly_upheld', '10', 'We agree with a part'],
    ['not_upheld', '0', "We don't agree with your complaint"],
  ])(
    '%s with redress of £%s: a letter, the money once, and the Ombudsman for six months',
    async (outcome, redress, words) => {
      const id = await complain({ topic: 'payment' })
      const amount = Number(redress)
      expect(await movedBy(() => decide(agent, id, { outcome, redress }))).toEqual({ customer: amount, bank: amount })
      const shown = await mine(id)
      expect(shown).toMatchObject({ decision: outcome, facts: { redress_paid: amount } })
      for (const part of [words, 'We looked at it', 'until Sunday 23 May 2027', '0800 023 4567', 'demonstration'])
        expect(JSON.stringify(shown.letter)).toContain(part)
    },
  )

  test('is the last word in the case, unless the customer reopens it', async () => {
    const at = new Date().toISOString()
    const id = await complain({ at })
    await decide(agent, id, { at })
    expect(await decide(second, id, { at })).toBe('already-decided')
    expect(await hintOf(customer, (db) => db`select public.answer_case(${id}, 'But')`)).toBe('already-decided')
  })

  test('needs an outcome, words and a plain amount', async () => {
    const id = await complain()
    expect(await decide(agent, id, { outcome: 'maybe' })).toBe('field:outcome')
    for (const redress of ['-1', '1e3', '1000000.01', 'ten'])
      expect(await decide(agent, id, { redress })).toBe('field:redress')
    expect(await hintOf(agent, (db) => db`select public.decide_complaint(${id}, 'upheld', '')`)).toBe('field:words')
  })

  test('is given once by two agents and the clock at the same moment', async () => {
    const id = await complain()
    const late = '2027-01-19T00:00:00Z'
    const moved = await movedBy(async () => {
      let others: Promise<unknown> | undefined
      await request(sql, agent, async (db) => {
        await db`select public.decide_complaint(${id}, 'upheld', 'First', '15')`
        others = Promise.all([decide(second, id, { redress: '40', at: late }), end(id, late)])
        await setTimeout(300)
      })
      expect(await others).toEqual(['already-decided', false])
    })
    expect(moved).toEqual({ customer: 15, bank: 15 })
  })

  test('above the four-eyes amount waits for a second, independent person, and other redress of the agent counts', async () => {
    await sql`update private.settings set four_eyes_above = 100 where only_row`
    const [small, large] = [await complain(), await complain({ said: 'Another day' })]
    expect(await decide(agent, small, { redress: '60' })).toBe(true)
    const moved = await movedBy(async () => {
      expect(await decide(agent, large, { redress: '60' })).toBe(false)
      expect(await decide(agent, large, { redress: '70' })).toBe('approval-pending')
      expect(await clockOf(large)).toMatchObject({ state: 'open' })
      expect(await approve(agent)).toBe('own-request')
      expect(await approve(await addAdmin(sql, ['financial_support', 'approve_users']))).toBe('no-permission')
      // A chain: the agent chose the PIN of the one who approves.
      const friend = await addAdmin(sql, ['manage_cases'])
      await sql`
        insert into private.audit_log (actor_id, action, subject_kind, subject_id, details)
        values (${agent.id}, 'choose_pin', 'person', ${friend.id}, '{}')`
      expect(await approve(friend)).toBe('not-independent')
      expect(await approve(second)).toBeNull()
    })
    expect(moved).toEqual({ customer: 60, bank: 60 })
    expect(await mine(large)).toMatchObject({ decision: 'upheld', facts: { redress_paid: 60 } })
  })

  test('that waits for a second person keeps others from answering, and is void after an answer, also once reopened', async () => {
    await sql`update private.settings set four_eyes_above = 100 where only_row`
    const id = await complain()
    const asker = await addAdmin(sql, ['manage_cases'])
    expect(await decide(asker, id, { redress: '500' })).toBe(false)
    expect(await decide(second, id, { outcome: 'not_upheld' })).toBe('approval-pending')
    await sql`delete from public.admin_permissions where admin_id = ${asker.id}`
    expect(await decide(second, id, { outcome: 'not_upheld' })).toBe(true)
    await grantPermissions(sql, asker, ['manage_cases'])
    expect(await reopen(customer, id)).toBeNull()
    expect(await approve(await addAdmin(sql, ['manage_cases']))).toBe('already-decided')
    expect(await clockOf(id)).toMatchObject({ state: 'open' })
  })

  test('after a deletion and above the four-eyes amount is approved by a second person', async () => {
    const id = await complain()
    await as(await addAdmin(sql, ['approve_users']))`select public.delete_person(${customer.id})`
    await sql`update private.settings set four_eyes_above = 100 where only_row`
    const before = await paidOut()
    expect(await decide(agent, id, { redress: '250' })).toBe(false)
    expect(await approve(second)).toBeNull()
    expect((await paidOut()) - before).toBe(250)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('after a deletion goes to the money of closed accounts', async () => {
    const id = await complain()
    await as(await addAdmin(sql, ['approve_users']))`select public.delete_person(${customer.id})`
    const before = await paidOut()
    expect(await decide(agent, id, { redress: '25' })).toBe(true)
    expect((await paidOut()) - before).toBe(25)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('may be reopened once with a new clock, and redress then adds up', async () => {
    const id = await complain({ topic: 'payment' })
    expect(await reopen(customer, id)).toBe('still-open')
    await hold(id)
    await decide(agent, id, { outcome: 'partly_upheld', redress: '10' })
    const [last] = await sql`
      update private.cases set decided_at = '2026-08-02T22:30:00Z' where id = ${id}
      returning private.last_day_to_reopen((select c from private.complaints c where c.id = cases.id), cases)::text as day`
    expect(last).toEqual({ day: '2027-02-02' })
    expect(await reopen(customer, id, '2027-02-03T00:00:00Z')).toBe('too-late-to-reopen')
    expect(await reopen(customer, id, '2027-02-02T12:00:00Z')).toBeNull()
    expect(await clockOf(id)).toEqual({
      summary: '2027-02-05',
      due: '2027-02-23',
      last: '2027-03-23',
      state: 'open',
      isDelayed: false,
    })
    expect(await mine(id)).toMatchObject({ decision: null, letter: null, facts: { holding_response_at: null } })
    expect(await movedBy(() => decide(agent, id, { redress: '5' }))).toEqual({ customer: 5, bank: 5 })
    expect(await mine(id)).toMatchObject({ decision: 'upheld', facts: { redress_paid: 15 } })
    expect(await reopen(customer, id)).toBe('already-reopened')
    expect((await lettersOf(id)).map(({ title }) => title)).toEqual([
      "We've got your complaint",
      'We need longer to answer your complaint',
      'Our final response to your complaint',
      "We've reopened your complaint",
      'Our final response to your complaint',
    ])
  })
})

describe('staff', () => {
  test('send updates, and see what was said, the answer that waits and the letters', async () => {
    await sql`update private.settings set four_eyes_above = 100 where only_row`
    const id = await complain()
    await as(agent)`select public.update_complaint(${id}, 'We asked the team of the app')`
    expect(JSON.stringify(await mine(id))).toContain('We asked the team of the app')
    await decide(agent, id, { redress: '500' })
    expect(await mine(id)).toMatchObject({ decision: null, facts: { redress_paid: 0 } })
    expect(JSON.stringify(await mine(id))).not.toContain('We looked at it')
    await as(second)`select public.record_case_view(${id})`
    expect(await callAs(sql, second, (db) => db`select public.get_case(${id}) as answer`)).toMatchObject({
      moves: 'second',
      facts: { outcome: 'upheld', response: 'We looked at it', redress: 500, said: 'The app was down' },
    })
  })

  test('staff cannot decide their own complaint, nor one of a colleague', async () => {
    const colleague = await addCustomer(sql, 'Cole Colleague')
    const own = await complain({ who: colleague })
    await sql`insert into public.user_roles values (${colleague.id}, 'admin')`
    await grantPermissions(sql, colleague, ['manage_cases'])
    for (const who of [colleague, agent]) expect(await decide(who, own)).toBe('case-gone')
  })

  test('see on the overview what is due, overdue, and can be settled until tonight', async () => {
    await sql`delete from private.cases`
    const id = await complain({ at: '2026-06-01T12:00:00Z' })
    await sql`update private.complaints set summary_due_at = now() + interval '1 second' where id = ${id}`
    await complain({ at: new Date().toISOString(), said: 'Today' })
    const overview = () =>
      callAs<{ cases: object }>(sql, agent, (db) => db`select public.get_staff_overview() as answer`)
    expect((await overview()).cases).toEqual({
      open: 2,
      due_today: 1,
      overdue: 1,
      summaries_due_today: 1,
    })
    const [row] = await as(agent)<{ id: string; summary_due_at: Date }[]>`
      select id, summary_due_at from public.list_cases('open', 'complaint')`
    expect(row).toMatchObject({ id, summary_due_at: expect.any(Date) })
  })
})
