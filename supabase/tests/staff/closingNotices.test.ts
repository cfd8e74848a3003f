import { beforeEach, describe, expect, test } from 'vitest'
import { authorisation, cardOf, messageAbout, processMessage } from '../fixtures/cards'
import { takeClosedMails, closeAccount, closingReasons, giveNotice, payOut } from '../fixtures/closing'
import { type Db, type Person, hintOfRequest, request, untilBlocked } from '../fixtures/database'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import {
  aCustomer,
  accountOf,
  addAdmin,
  addSuperAdmin,
  anAdmin,
  grantPermissions,
  withPeople,
} from '../fixtures/people'
import { callAs, suspendCustomer } from '../fixtures/staff'

const { sql, as, agent, second, alice, bob } = withPeople({
  agent: anAdmin(['manage_cases', 'approve_users', 'financial_support']),
  second: anAdmin(['manage_cases']),
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
})

beforeEach(() => sql`delete from private.due_mails where true`)

const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
/** Tests choose the time of the notice that two people have decided. */
const give = (at: string, person: Person = alice) => giveNotice(sql, person, at)
const caseOf = async (person: Person) =>
  (
    await sql<{ id: string }[]>`
      select id from private.cases where user_id = ${person.id} and kind = 'closing' order by id desc limit 1`
  )[0]?.id ?? ''
const ask = (who: Person = agent, person: Person = alice, why: string = closingReasons) =>
  hintOf(who, (db) => db`select public.request_approval('closing', ${person.id}, ${why})`)
const approve = async (who: Person) => {
  const [row] = await sql<{ id: string }[]>`select id from private.approval_requests order by id desc limit 1`
  return hintOf(who, (db) => db`select public.approve_request(${row?.id ?? ''})`)
}
const giveNow = async () => [await ask(), await approve(second)]
const end = async (id: string, at: string) =>
  (await sql<{ ended: boolean }[]>`select private.expire_case(${id}, ${at}) as ended`)[0]?.ended
const remind = async (id: string, at: string) =>
  (await sql<{ told: boolean }[]>`select private.remind_of_closing(${id}, ${at}) as told`)[0]?.told
const stateOf = async (id: string) =>
  (
    await sql<{ state: string; decision: string | null; letter: boolean }[]>`
      select state, decision, letter is not null as letter from private.cases where id = ${id}`
  )[0]
const isClosed = async (person: Person) =>
  (
    await sql<
      { closed: boolean }[]
    >`select closed_at is not null as closed from public.profiles where id = ${person.id}`
  )[0]?.closed
const notesOf = async (person: Person) =>
  (
    await sql<{ title: string }[]>`
      select title from public.user_notifications where user_id = ${person.id} and type = 'case' order by created_at, id`
  ).map(({ title }) => title)
const waiting = async (person: Person) =>
  Number((await sql<{ sum: string }[]>`select private.money_waiting_for(${person.id}) as sum`)[0]?.sum)

describe('the notice', () => {
  test.each([
    ['2026-11-23T12:00:00Z', '2027-02-21', '2027-02-22T00:00:00Z'],
    // Over the end of summer time, and given after midnight in London.
    ['2026-08-31T23:30:00Z', '2026-11-30', '2026-12-01T00:00:00Z'],
    // Over the start of summer time.
    ['2027-02-01T12:00:00Z', '2027-05-02', '2027-05-02T23:00:00Z'],
    // Over the 29th of February.
    ['2027-12-31T12:00:00Z', '2028-03-30', '2028-03-30T23:00:00Z'],
  ])('given at %s ends with %s', async (at, day, instant) => {
    const id = await give(at)
    expect(await sql`select private.due_day(due_at)::text as day, due_at from private.cases where id = ${id}`).toEqual([
      { day, due_at: new Date(instant) },
    ])
  })

  test('tells the customer specifically why and how to complain, and everything works until the day', async () => {
    expect(await giveNow()).toEqual([null, null])
    const id = await caseOf(alice)
    const mine = JSON.stringify(await callAs(sql, alice, (db) => db`select public.get_my_case(${id}) as answer`))
    for (const words of [
      closingReasons,
      'complain',
      'Financial Ombudsman Service',
      'everything works as before',
      'demonstration',
    ])
      expect(mine).toContain(words)
    expect(await notesOf(alice)).toEqual(["We're closing your account"])
    await payAs(sql, alice, { ...payeeAt(bob), amount: '10' })
    await payAs(sql, bob, { ...payeeAt(alice), amount: '3' })
    expect((await accountOf(sql, alice)).balance).toBe('4993.00')
  })

  test('needs specific reasons, and is not about oneself; about staff a super admin decides', async () => {
    expect(await ask(agent, agent)).toBe('no-permission')
    expect(await ask(agent, second)).toBe('no-permission')
    for (const why of ['', 'We can.', ' '.repeat(60)]) expect(await ask(agent, alice, why)).toBe('field:reason')
    const head = await addSuperAdmin(sql)
    await sql`insert into public.user_roles (user_id, role) values (${head.id}, 'admin') on conflict do nothing`
    await grantPermissions(sql, head, ['manage_cases'])
    expect(await ask(head, second)).toBeNull()
    expect(await approve(agent)).toBe('no-permission')
    for (const who of [agent, second])
      expect(await as(who)`select id from public.list_approval_requests() where kind = 'closing'`).toEqual([])
  })

  test('needs a second person, and the customer hears of it then', async () => {
    expect(await ask()).toBeNull()
    expect(await ask(second)).toBe('approval-pending')
    expect([await approve(agent), await approve(alice)]).toEqual(['own-request', 'no-permission'])
    expect([await caseOf(alice), await notesOf(alice)]).toEqual(['', []])
    expect(await as(second)`select kind, reason, can_decide from public.list_approval_requests()`).toEqual([
      { kind: 'closing', reason: closingReasons, can_decide: true },
    ])
    expect(await approve(second)).toBeNull()
    expect(await notesOf(alice)).toHaveLength(1)
    expect([await approve(second), await ask()]).toEqual(['already-decided', 'already-closing'])
  })

  test('that is refused is not given', async () => {
    await ask()
    const [row] = await sql<{ id: string }[]>`select id from private.approval_requests order by id desc limit 1`
    expect(await hintOf(second, (db) => db`select public.refuse_request(${row?.id ?? ''}, 'No grounds')`)).toBeNull()
    expect([await caseOf(alice), await notesOf(alice)]).toEqual(['', []])
  })

  test('is not approved after the customer has closed, nor in a chain of one administrator', async () => {
    await payAs(sql, bob, { ...payeeAt(alice), amount: '5000' })
    await ask(agent, bob)
    expect(await closeAccount(sql, bob)).toBeNull()
    expect(await approve(second)).toBe('request-outdated')
    const reader = await addSuperAdmin(sql)
    await sql`insert into public.user_roles (user_id, role) values (${reader.id}, 'admin') on conflict do nothing`
    await grantPermissions(sql, reader, ['approve_users'])
    for (const { id } of [agent, second]) await as(reader)`select public.record_pin_view(${id})`
    await ask()
    expect(await approve(second)).toBe('not-independent')
    expect(await caseOf(alice)).toBe('')
  })

  test('is given once, also by two approvals at the same moment', async () => {
    await ask()
    const third = await addAdmin(sql, ['manage_cases'])
    const outcomes = await Promise.all([approve(second), approve(third)])
    expect(new Set(outcomes)).toEqual(new Set([null, 'already-decided']))
    expect(await notesOf(alice)).toHaveLength(1)
  })

  test('is followed by a reminder 30 and 7 days before, once each', async () => {
    const id = await give('2026-11-23T12:00:00Z')
    const told: string[] = []
    for (let day = 0; day <= 91; day += 1) {
      const at = new Date(Date.UTC(2026, 10, 23 + day, 8, 13)).toISOString()
      if (await remind(id, at)) told.push(at.slice(0, 10))
      expect(await remind(id, at)).toBe(false)
    }
    expect(told).toEqual(['2027-01-22', '2027-02-14'])
    expect(await notesOf(alice)).toEqual([
      "We're closing your account",
      'Your account closes in 30 days',
      'Your account closes in 7 days',
    ])
  })

  test('a reminder locks the customer before the case, as the closing does', async () => {
    const id = await give('2026-11-23T12:00:00Z')
    let reminded: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`select private.lock_people(${alice.id})`
      reminded = remind(id, '2027-01-22T08:13:00Z')
      await untilBlocked(sql, 'remind_of_closing')
      expect(await sql`select id from private.cases where id = ${id} for update nowait`).toEqual([{ id }])
    })
    expect(await reminded).toBe(true)
  })

  test('is withdrawn by two people with a reason, and the customer is told', async () => {
    const id = await give('2026-11-23T12:00:00Z')
    const withdraw = (who: Person, reason: string) =>
      hintOf(who, (db) => db`select public.ask_to_withdraw_closing(${id}, ${reason})`)
    expect(await withdraw(agent, '')).toBe('field:reason')
    expect(await withdraw(agent, 'Mistake')).toBeNull()
    expect(await withdraw(second, 'Mistake')).toBe('approval-pending')
    expect([await approve(agent), await stateOf(id)]).toMatchObject(['own-request', { state: 'open' }])
    expect(await approve(second)).toBeNull()
    expect(await stateOf(id)).toMatchObject({ decision: 'withdrawn' })
    expect([await approve(second), await withdraw(second, 'Mistake')]).toEqual(['already-decided', 'already-decided'])
    expect(await notesOf(alice)).toEqual(["We're closing your account", "We're not closing your account"])
    expect([await end(id, '2028-01-01'), await remind(id, '2027-02-20T12:00:00Z'), await isClosed(alice)]).toEqual([
      false,
      false,
      false,
    ])
    expect(await giveNow()).toEqual([null, null])
  })
})

describe('the day', () => {
  test('closes the account by itself; what is left and what is held waits, and the mail says so', async () => {
    await setUndoWindow(sql, alice, '60')
    await payAs(sql, alice, { ...payeeAt(bob), amount: '100' })
    const id = await give('2026-11-23T12:00:00Z')
    expect(await end(id, '2027-02-21T23:59:59Z')).toBe(false)
    expect(await end(id, '2027-02-22T00:00:00Z')).toBe(true)
    expect(await end(id, '2027-02-22T00:01:00Z')).toBe(false)
    expect(await stateOf(id)).toEqual({ state: 'decided', decision: 'closed', letter: true })
    expect([await isClosed(alice), await waiting(alice), (await accountOf(sql, alice)).balance]).toEqual([
      true,
      5000,
      '0.00',
    ])
    expect((await takeClosedMails(sql)).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('We keep £5,000.00 for you.'),
    )
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('keeps back what a card was approved for until the network has cleared it or seven days have passed', async () => {
    const buy = async (amount: string) => {
      const purchase = authorisation({ card: (await cardOf(sql, alice)).id, amount })
      expect(await processMessage(sql, purchase)).toBe('00')
      return purchase.id
    }
    const [early, late, unused, undone] = [await buy('30'), await buy('40'), await buy('9'), await buy('5')]
    expect(await processMessage(sql, messageAbout(undone, 'reverse'))).toBe('00')
    await end(await give('2026-11-23T12:00:00Z'), '2027-02-22T00:00:00Z')
    expect((await takeClosedMails(sql)).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('We keep £79.00 for card payments that are not finished.'),
    )
    expect(await waiting(alice)).toBe(4921)
    const payers = [agent, await addAdmin(sql, ['approve_users', 'financial_support'])] as const
    expect(await payOut(sql, payers, alice, payeeAt(bob))).toBeNull()
    expect(await processMessage(sql, messageAbout(early, 'clear', '28'))).toBe('00')
    expect(await waiting(alice)).toBe(2)
    await sql`
      select private.release_expired_card_payment(p.id, p.created_at + interval '7 days')
      from public.card_payments p where p.user_id = ${alice.id} and p.amount in (9, 40)`
    expect(await waiting(alice)).toBe(51)
    expect((await takeClosedMails(sql)).map(({ title }) => title)).toContain(
      'Money came in after your account was closed',
    )
    // Later than seven days the network takes it from what still waits, and the rest from the bank.
    expect(await payOut(sql, payers, alice, payeeAt(bob))).toBeNull()
    expect(await processMessage(sql, messageAbout(late, 'clear', '40'))).toBe('00')
    expect(await processMessage(sql, messageAbout(late, 'clear', '40'))).toBe('94')
    expect(await processMessage(sql, messageAbout(unused, 'reverse'))).toBe('21')
    // Once the network itself has taken an approval back, it has nothing to clear.
    expect(await processMessage(sql, messageAbout(undone, 'clear', '5'))).toBe('12')
    expect([await waiting(alice), (await accountOf(sql, alice)).balance]).toEqual([0, '0.00'])

    const owed = await sql`select details ->> 'amount' as amount from private.audit_log
      where action = 'card_shortfall' and details ->> 'user_id' = ${alice.id}`
    expect(owed).toEqual([{ amount: '40.00' }])
    await as(agent)`select public.record_user_view(${alice.id}, 'own_work')`
    expect(await callAs(sql, agent, (db) => db`select public.get_user_page(${alice.id}) as answer`)).toMatchObject({
      card_shortfall: 40,
    })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('comes for a suspended customer too, and their case about the suspension ends', async () => {
    await suspendCustomer(sql, agent, alice)
    const id = await give('2026-11-23T12:00:00Z')
    expect(await end(id, '2027-02-22T00:00:00Z')).toBe(true)
    expect(await isClosed(alice)).toBe(true)
    expect(await sql`select from private.cases where user_id = ${alice.id} and state = 'open'`).toEqual([])
    expect(await hintOf(agent, (db) => db`select public.restore_user(${alice.id})`)).toBe('account-closed')
  })

  test('does not come twice: the customer has closed before, or closes at the same moment', async () => {
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
    const id = await give('2026-11-23T12:00:00Z')
    let ended: Promise<boolean | undefined> | undefined
    const [pin] = await sql<{ pin: string }[]>`select private.read_pin(${alice.id}) as pin`
    await as(alice)`select public.enter_my_pin(${pin?.pin ?? ''})`
    await request(sql, alice, async (db) => {
      await db`select public.close_my_account()`
      ended = end(id, '2027-02-22T00:00:00Z')
      await untilBlocked(sql, 'expire_case')
    })
    expect(await ended).toBe(false)
    expect(await stateOf(id)).toMatchObject({ decision: 'closed' })
    expect(
      await sql`select from private.audit_log where action = 'close_account' and subject_id = ${alice.id}`,
    ).toHaveLength(1)
    expect(await ask()).toBe('account-closed')
    expect(
      await sql`select from private.security_mails where user_id = ${alice.id} and title = 'Your account is closed'`,
    ).toHaveLength(1)
  })

  test('a customer who closes during the notice ends it', async () => {
    const id = await give(new Date().toISOString())
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
    expect(await closeAccount(sql, alice)).toBeNull()
    expect(await stateOf(id)).toMatchObject({ state: 'decided', decision: 'closed' })
  })
})
