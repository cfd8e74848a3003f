import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages, receive } from '../fixtures/banks'
import { sendClaim } from '../fixtures/claims'
import { closeAccount } from '../fixtures/closing'
import { hintOfRequest, type Person, request } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { externalPayee, ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, accountOf, addAdmin, addSuperAdmin, anAdmin, withPeople } from '../fixtures/people'
import { callAs, suspendCustomer } from '../fixtures/staff'

// What follows after a claim: the other bank pays its part, the customer claims again, the case grows old.
const { sql, as, agent, second, payer, payee } = withPeople({
  agent: anAdmin(['manage_cases']),
  second: anAdmin(['manage_cases']),
  payer: aCustomer('Pam Payer'),
  payee: aCustomer('Quinn Payee'),
})
const monday = '2026-11-23T12:00:00Z'

beforeEach(() => sql`update private.settings set four_eyes_above = null, scam_excess = 100 where only_row`)

const approveLast = async (who: Person) => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where kind = 'case' order by id desc limit 1`
  return hintOfRequest(sql, who, (db) => db`select public.approve_request(${row?.id ?? ''})`)
}

/** What the customer reads about the other bank in the timeline of a case. */
const toldOf = async (id: string) =>
  (
    await sql<{ message: string }[]>`
      select message from private.case_events where case_id = ${id} and message like '%other bank%' order by place`
  ).map(({ message }) => message)

describe('the part of another bank', () => {
  let caseId: string
  let paid: string
  beforeEach(async () => {
    await addOtherBank(sql)
    // Three reports would hold the next payment.
    await sql`delete from private.payee_reports`
    paid = (await payAs(sql, payer, { ...externalPayee, amount: '200' })).transaction_id
    const message = (await takeMessages(sql)).find(({ paymentId }) => paymentId === paid)
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted' })
    caseId = await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
    await as(agent)`select public.decide_claim(${caseId}, false, 'A scam')`
  })

  const owed = async () =>
    (await sql<{ owed: string }[]>`select private.claim_owed(c) as owed from private.claims c where id = ${caseId}`)[0]
      ?.owed ?? null
  const recordOf = (who: Person, seen: string | null, received: string, isAll = false) =>
    hintOfRequest(
      sql,
      who,
      (db) => db`select public.record_recovery(${caseId}, ${received}, ${isAll}, 'Their message of today', ${seen})`,
    )
  const record = async (who: Person, received: string, isAll = false) => recordOf(who, await owed(), received, isAll)
  /** What the bank's accounts have of this claim. Negative: it is missing. */
  const booked = async () => {
    const rows = await sql<{ name: string; total: string }[]>`
      select l.name, sum(e.amount) as total
      from private.ledger_entries e join private.ledger_accounts l on l.id = e.account_id
      where l.name in ('reimbursements', 'to be recovered') and e.created_at >= (select opened_at from private.cases where id = ${caseId})
      group by 1`
    expect(await ledgerProblems(sql)).toEqual([])
    expect(await sql`select * from private.verify_between_banks()`).toEqual([])
    return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]))
  }
  const owedCases = async () =>
    (await as(agent)<{ id: string }[]>`select id from public.list_cases('owed')`).map(({ id }) => id)
  const giveBack = () =>
    receive(sql, { id: randomUUID(), type: 'return', paymentId: paid, amount: '200.00', reason: 'FOCR' })

  test('is shown with what the other bank has done about the wish for the money', async () => {
    const recall = async () => {
      await as(agent)`select public.record_case_view(${caseId})`
      const shown = await callAs<{ facts: { recall: string | null } }>(
        sql,
        agent,
        (db) => db`select public.get_case(${caseId}) as answer`,
      )
      return shown.facts.recall
    }
    const words = [
      "We've asked the other bank to send it back.",
      "The other bank didn't send it back.",
      'The other bank sent it back.',
    ]
    expect(await recall()).toBe(words[0])
    await receive(sql, { id: randomUUID(), type: 'recall-answer', paymentId: paid, status: 'refused' })
    expect(await recall()).toBe(words[1])
    await giveBack()
    expect(await recall()).toBe(words[2])
    expect(await toldOf(caseId)).toEqual(words)
  })

  test('is booked in parts, and what is to be recovered ends at zero', async () => {
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': -50 })
    expect(await owedCases()).toEqual([caseId])
    expect(await record(agent, '20')).toBeNull()
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': -30 })
    expect(await record(agent, '30')).toBeNull()
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': 0 })
    expect(await owedCases()).toEqual([])
    expect(await record(agent, '1')).toBe('nothing-owed')
  })

  test('is booked once by two presses, of which the first has lost its answer', async () => {
    const seen = await owed()
    expect(await recordOf(agent, seen, '20')).toBeNull()
    expect(await recordOf(agent, seen, '20')).toBe('owed-changed')
    expect(await recordOf(agent, null, '20')).toBe('owed-changed')
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': -30 })
  })

  test('is never more than it owes, and needs an amount and a reason', async () => {
    for (const amount of ['50.01', '0', '-1', '1e1', 'all']) expect(await record(agent, amount)).toBe('field:received')
    const noReason = hintOfRequest(
      sql,
      agent,
      (db) => db`select public.record_recovery(${caseId}, '50', false, ' ', '100')`,
    )
    expect(await noReason).toBe('field:reason')
  })

  test('that it does not pay is borne by this bank', async () => {
    expect(await record(agent, '15', true)).toBeNull()
    expect(await booked()).toEqual({ reimbursements: -85, 'to be recovered': 0 })
    const other = await sendOther()
    expect(
      await hintOfRequest(
        sql,
        agent,
        (db) => db`select public.record_recovery(${other}, '0', true, 'They refuse', '0')`,
      ),
    ).toBe('nothing-owed')
  })
  /** A claim about a payment inside this bank. */
  async function sendOther() {
    const { transaction_id: inside } = await payAs(sql, payer, { ...payeeAt(payee), amount: '300' })
    const id = await sendClaim(sql, payer, inside, { at: new Date().toISOString() })
    await as(agent)`select public.decide_claim(${id}, false, 'A scam')`
    return id
  }

  test('above the four-eyes amount waits for a second person, with the parts of the day', async () => {
    await sql`update private.settings set four_eyes_above = 30 where only_row`
    const other = await addAdmin(sql, ['manage_cases'])
    expect(await record(other, '20')).toBeNull()
    expect(await record(other, '20')).toBeNull()
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': -30 })
    expect(await record(other, '15')).toBe('approval-pending')
    expect(await approveLast(other)).toBe('own-request')
    expect(await approveLast(second)).toBeNull()
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': -10 })
  })

  test('that was asked for keeps another person from booking a part', async () => {
    await sql`update private.settings set four_eyes_above = 30 where only_row`
    const [asker, other] = [await addAdmin(sql, ['manage_cases']), await addAdmin(sql, ['manage_cases'])]
    expect(await record(asker, '50')).toBeNull()
    expect(await record(other, '10')).toBe('approval-pending')
    expect(await approveLast(second)).toBeNull()
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': 0 })
  })

  test('is booked once by two agents at the same moment', async () => {
    const outcomes = await Promise.all([record(agent, '50'), record(second, '50')])
    expect(new Set(outcomes)).toEqual(new Set(['nothing-owed', null]))
    expect(await booked()).toEqual({ reimbursements: -50, 'to be recovered': 0 })
  })

  test('goes back to it when it returns the whole payment as well', async () => {
    await record(agent, '20')
    await giveBack()
    expect(await booked()).toEqual({ reimbursements: 0, 'to be recovered': 0 })
    expect((await accountOf(sql, payer)).balance).toBe('5000.00')
    expect(await sql`select received, taken_back from private.claims where id = ${caseId}`).toEqual([
      { received: '0.00', taken_back: '100.00' },
    ])
    expect(await record(agent, '20')).toBe('nothing-owed')
  })

  test('the part of another bank is nothing that the customer reads', async () => {
    await record(agent, '50')
    const mine = await callAs(sql, payer, (db) => db`select public.get_my_case(${caseId}) as answer`)
    expect(JSON.stringify(mine)).not.toMatch(/other bank has paid|owed|received/)
  })
})

describe('a claim about a payment that the other bank does not have yet', () => {
  let waiting: string
  const shown = async () =>
    (await as(payer)<{ recall_words: string }[]>`select recall_words from public.get_bank_payment(${waiting})`).map(
      (row) => row.recall_words,
    )
  const claimIt = () => sendClaim(sql, payer, waiting, { at: new Date().toISOString() })
  const answer = async (status: string) =>
    answerBank(
      sql,
      (await takeMessages(sql)).find(({ paymentId }) => paymentId === waiting),
      { type: 'payment-status', status, reason: status === 'rejected' ? 'AC01' : null },
    )
  const laterWords = "On its way to the other bank. When it has arrived, we'll ask for it back."
  const askedWords = "We've asked the other bank to send it back."
  beforeEach(async () => {
    await addOtherBank(sql)
    await sql`delete from private.payee_reports`
    waiting = (await payAs(sql, payer, { ...externalPayee, amount: '150' })).transaction_id
  })

  test.each([
    ['accepted', askedWords],
    ['rejected', "The other bank didn't accept it."],
  ])(
    'says in the case and in the details that the other bank is asked once it has the payment (%s)',
    async (status, words) => {
      const id = await claimIt()
      expect([await shown(), await toldOf(id)]).toEqual([[laterWords], [laterWords]])
      await answer(status)
      expect([await shown(), await toldOf(id)]).toEqual([[words], [laterWords, words]])
    },
  )

  test('says in the case that the other bank was asked if the customer had asked for it before', async () => {
    await as(payer)`select public.recall_payment(${waiting}, 'fraud')`
    await answer('accepted')
    expect(await toldOf(await claimIt())).toEqual([askedWords])
  })
})

describe('the clock alone', () => {
  const end = async (id: string, at: string) =>
    (await sql<{ ended: boolean }[]>`select private.expire_case(${id}, ${at}) as ended`)[0]?.ended
  const pay = async () => (await payAs(sql, payer, { ...payeeAt(payee), amount: '300' })).transaction_id
  const claim = async (at: string, kind = 'unauthorised') => sendClaim(sql, payer, await pay(), { kind, at })
  const stateOf = async (id: string) =>
    (
      await sql<{ state: string; late: boolean; question: boolean }[]>`
        select state, expired_at is not null as late, question is not null as question from private.cases where id = ${id}`
    )[0]
  const mine = (id: string) =>
    callAs<{ due_on: string; question: string | null }>(
      sql,
      payer,
      (db) => db`select public.get_my_case(${id}) as answer`,
    )
  /** The clock has refunded a first claim on 25 November 2026. */
  beforeEach(async () => {
    await end(await claim(monday), '2026-11-25T00:00:00Z')
  })
  const later = '2026-12-07T12:00:00Z'

  test.each([
    ['unauthorised', '2026-12-09T00:00:00Z', '2027-01-28'],
    ['scam', '2026-12-15T00:00:00Z', '2027-01-28'],
  ])('does not refund a customer (%s) again who has claimed since: a person looks', async (kind, due, last) => {
    const id = await claim(later, kind)
    expect(await end(id, due)).toBe(true)
    expect(await stateOf(id)).toEqual({ state: 'open', late: true, question: true })
    expect(await mine(id)).toMatchObject({ due_on: last })
    expect(await callAs(sql, agent, (db) => db`select public.count_overdue_cases() as answer`)).toBeTypeOf('number')
    const notes = await sql<{ message: string }[]>`
      select title as message from public.user_notifications where user_id = ${payer.id} and title = 'We need more time for your claim'`
    expect(notes).toHaveLength(1)
    // Once: the job leaves it until its latest end, and an answer of the customer does not start the clock again.
    expect(await end(id, due)).toBe(false)
    await as(payer)`select public.answer_case(${id}, 'My phone was stolen')`
    expect(await end(id, `${last}T23:59:59Z`)).toBe(false)
    // The law has no more time: then the customer is refunded.
    const before = Number((await accountOf(sql, payer)).balance)
    expect(await end(id, new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString())).toBe(true)
    expect(Number((await accountOf(sql, payer)).balance) - before).toBe(kind === 'scam' ? 200 : 300)
    expect(await stateOf(id)).toMatchObject({ state: 'decided' })
  })

  test('staff see why, and refund or refuse as before', async () => {
    const id = await claim(later)
    await end(id, '2026-12-09T00:00:00Z')
    const seen = await sql<{ message: string }[]>`
      select message from private.case_events where case_id = ${id} and kind = 'note'`
    expect(seen.map(({ message }) => message).join()).toContain(
      'The clock alone has refunded another claim of this customer within the last year',
    )
    expect(
      await hintOfRequest(sql, agent, (db) => db`select public.decide_claim(${id}, false, 'Stolen phone')`),
    ).toBeNull()
    expect(await stateOf(id)).toMatchObject({ state: 'decided' })
    expect(JSON.stringify(await mine(id))).not.toContain('The clock alone')
  })

  test('refunds one of several claims that were sent before its first refund, also when all end at the same moment', async () => {
    await sql`delete from private.cases where user_id = ${payer.id}`
    const sent = [await claim(monday), await claim(monday, 'scam'), await claim(monday), await claim(monday)]
    const before = Number((await accountOf(sql, payer)).balance)
    await Promise.all(sent.map((id) => end(id, '2026-12-01T00:00:00Z')))
    const states = (await Promise.all(sent.map(stateOf))).map((row) => row?.state)
    expect(states.filter((state) => state === 'decided')).toHaveLength(1)
    const refunded = Number((await accountOf(sql, payer)).balance) - before
    expect(refunded).toBe(states[1] === 'decided' ? 200 : 300)
  })

  test.each([
    [
      'a person has decided the first claim',
      () => sql`update private.cases set decided_by = ${agent.id} where user_id = ${payer.id}`,
    ],
    ['nothing was refunded', () => sql`update private.claims set refunded = 0 where user_id = ${payer.id}`],
    [
      'a year has passed',
      () => sql`update private.cases set decided_at = decided_at - interval '1 year' where user_id = ${payer.id}`,
    ],
  ])('refunds a second time if %s', async (_, change) => {
    await change()
    const id = await claim(later)
    expect(await end(id, '2026-12-09T00:00:00Z')).toBe(true)
    expect(await stateOf(id)).toMatchObject({ state: 'decided' })
  })

  test('is run by the job, which keeps no other case waiting and comes again at the latest end', async () => {
    await sql`delete from private.cases where state = 'open'`
    const first = await claim('2026-01-05T12:00:00Z')
    await end(first, '2026-01-07T00:00:00Z')
    const id = await claim('2026-01-12T12:00:00Z')
    await sql`update private.cases set last_at = now() + interval '1 hour' where id = ${id}`
    await runJob(sql, 'expire-due-cases')
    expect(await stateOf(id)).toMatchObject({ state: 'open', late: true })
    await sql`update private.cases set last_at = now() - interval '1 second' where id = ${id}`
    await runJob(sql, 'expire-due-cases')
    expect(await stateOf(id)).toMatchObject({ state: 'decided' })
  })
})

describe('a customer who leaves while the bank decides', () => {
  const empty = () => sql`select private.adjust_balance(${payer.account.id}, 0, now())`
  const waiting = async () => {
    const [row] = await sql<{ waiting: string }[]>`
      select coalesce(sum(amount), 0) as waiting from private.closed_money where user_id = ${payer.id}`
    return Number(row?.waiting)
  }
  const rows = () => sql`
    select reference from public.transactions where user_id = ${payer.id} and incoming and from_account_holder_name = 'Fernbank'`
  const letterOf = async (id: string) =>
    JSON.stringify((await sql<{ letter: unknown }[]>`select letter from private.cases where id = ${id}`)[0]?.letter)

  test('and closes the account gets the refund and the redress where their money waits, and the letters say so', async () => {
    const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '300' })
    const claim = await sendClaim(sql, payer, paid, { kind: 'unauthorised', at: new Date().toISOString() })
    const complaint = await callAs<string>(
      sql,
      payer,
      (db) => db`select public.open_complaint('app', 'Slow') as answer`,
    )
    await empty()
    expect(await closeAccount(sql, payer)).toBeNull()
    await as(agent)`select public.decide_claim(${claim}, false, 'A stolen phone')`
    await as(agent)`select public.decide_complaint(${complaint}, 'upheld', 'We were slow', '20')`
    expect(await waiting()).toBe(320)
    expect(await rows()).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
    for (const id of [claim, complaint]) {
      expect(await letterOf(id)).toContain('It waits for you: our email says how to get it.')
      expect(await letterOf(id)).not.toMatch(/in(to)? your account/)
    }
  })

  test('and is suspended cannot be refused for not answering: they cannot answer', async () => {
    const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '300' })
    const claim = await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
    await as(agent)`select public.ask_case_customer(${claim}, 'Who called?', true)`
    await suspendCustomer(sql, await addAdmin(sql, ['approve_users']), payer)
    const refuse = (standard: string) =>
      hintOfRequest(sql, agent, (db) => db`select public.decide_claim(${claim}, true, 'No answer', ${standard})`)
    expect(await refuse('information')).toBe('field:standard')
    await as(agent)`select public.record_case_view(${claim})`
    const shown = await callAs<{ facts: { standards: string[] } }>(
      sql,
      agent,
      (db) => db`select public.get_case(${claim}) as answer`,
    )
    expect(shown.facts.standards).not.toContain('information')
    expect(await refuse('warning')).toBeNull()
  })

  test('and is suspended after a refusal for not answering was asked for is not refused for it', async () => {
    const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '300' })
    const claim = await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
    await as(agent)`select public.decide_claim(${claim}, true, 'No answer', 'information')`
    await suspendCustomer(sql, await addAdmin(sql, ['approve_users']), payer)
    expect(await approveLast(second)).toBe('request-outdated')
    expect(await sql`select state from private.cases where id = ${claim}`).toEqual([{ state: 'open' }])
  })
})

describe('the two people who refuse a claim', () => {
  let caseId: string
  let asker: Person
  beforeEach(async () => {
    const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '150' })
    caseId = await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
    asker = await addAdmin(sql, ['manage_cases'])
  })
  const refuse = (who: Person) =>
    hintOfRequest(sql, who, (db) => db`select public.decide_claim(${caseId}, true, 'A friend of theirs', 'fraud')`)
  const decision = async () =>
    (await sql`select decision from private.cases where id = ${caseId}`)[0]?.decision as unknown

  test('are not one whose account was deleted and set up again', async () => {
    expect(await refuse(asker)).toBeNull()
    await sql.begin(async (db) => {
      await db`select private.lock_records_of(${asker.id})`
      await db`select private.remove_person(${asker.id})`
    })
    const again = await addAdmin(sql, ['manage_cases'])
    expect(await approveLast(again)).toBe('request-outdated')
    expect(await refuse(again)).toBeNull()
    expect([await approveLast(again), await decision()]).toEqual(['own-request', null])
    expect([await approveLast(second), await decision()]).toEqual([null, 'refused'])
  })

  test('are not one who has lost the right, or has got it from the other', async () => {
    expect(await refuse(asker)).toBeNull()
    await sql`delete from public.admin_permissions where admin_id = ${asker.id}`
    expect(await approveLast(second)).toBe('asker-lost-right')
    const head = await addSuperAdmin(sql, 'Test Head', ['manage_cases'])
    await sql`insert into public.user_roles (user_id, role) values (${head.id}, 'admin')`
    await as(head)`select public.set_permission(${asker.id}, 'manage_cases', true)`
    expect([await approveLast(head), await decision()]).toEqual(['not-independent', null])
    expect([await approveLast(second), await decision()]).toEqual([null, 'refused'])
  })

  test('are not the customer and the payee who are staff too', async () => {
    const heads = [payer, payee]
    for (const { id } of heads) {
      await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin'), (${id}, 'super_admin')`
      await sql`insert into public.admin_permissions values (${id}, 'manage_cases')`
    }
    for (const who of [...heads, asker]) expect(await refuse(who)).toBe('case-gone')
    const [boss, colleague] = [await addBoss(), await addBoss()]
    expect(await refuse(boss)).toBeNull()
    for (const who of heads) expect(await approveLast(who)).toBe('no-permission')
    // Nor by the account of a colleague.
    await sql`
      insert into private.audit_log (actor_id, action, subject_kind, subject_id)
      values (${payee.id}, 'view_pin', 'person', ${colleague.id})`
    expect([await approveLast(colleague), await decision()]).toEqual(['not-independent', null])
    expect([await approveLast(await addBoss()), await decision()]).toEqual([null, 'refused'])
  })
  const addBoss = async () => {
    const boss = await addSuperAdmin(sql, 'Test Boss', ['manage_cases'])
    await sql`insert into public.user_roles (user_id, role) values (${boss.id}, 'admin')`
    return boss
  }
})

describe('an old case', () => {
  let caseId: string
  beforeEach(async () => {
    const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '300' })
    caseId = await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
    await as(agent)`select public.decide_claim(${caseId}, true, 'We looked at it', 'fraud')`
    await approveLast(second)
  })
  const age = (interval: string) =>
    sql`update private.cases set decided_at = decided_at - ${interval}::interval where id = ${caseId}`
  const left = async () => {
    const [row] = await sql<{ left: number }[]>`
      select (
        (select count(*) from private.cases where id = ${caseId}) + (select count(*) from private.claims where id = ${caseId})
        + (select count(*) from private.case_events where case_id = ${caseId})
        + (select count(*) from private.approval_requests where transaction_id = ${caseId})
      )::int as left`
    return row?.left
  }
  const canRead = async (who: Person) => ({
    list: (await as(who)<{ id: string }[]>`select id from public.list_cases('decided', p_limit => 100)`).some(
      ({ id }) => id === caseId,
    ),
    page: await hintOfRequest(sql, who, (db) => db`select public.record_case_view(${caseId})`),
  })

  test('is read by staff for a year after its decision, then by super admins', async () => {
    const boss = await addSuperAdmin(sql, 'Boss', ['manage_cases'])
    await sql`insert into public.user_roles values (${boss.id}, 'admin')`
    await age('364 days')
    expect(await canRead(agent)).toEqual({ list: true, page: null })
    await age('2 days')
    expect(await canRead(agent)).toEqual({ list: false, page: 'case-gone' })
    expect(await canRead(boss)).toEqual({ list: true, page: null })
    const approvals = (who: Person) => as(who)`
      select transaction_id from public.list_approval_requests(false, p_limit => 100) where transaction_id = ${caseId}`
    expect(await approvals(boss)).toHaveLength(1)
    expect(await approvals(second)).toHaveLength(0)
    expect(await callAs(sql, payer, (db) => db`select public.get_my_case(${caseId}) as answer`)).toMatchObject({
      id: caseId,
    })
  })

  test('is deleted six years after its decision, with its timeline, answers and requests', async () => {
    await age('6 years -1 day')
    await runJob(sql, 'delete-decided-cases')
    expect(await left()).toBeGreaterThan(4)
    await age('2 days')
    await runJob(sql, 'delete-decided-cases')
    expect(await left()).toBe(0)
  })

  test('is kept while it is open, and while another bank owes its part', async () => {
    await age('7 years')
    await sql`update private.claims set refunded = 200, recoverable = 100 where id = ${caseId}`
    await runJob(sql, 'delete-decided-cases')
    expect(await left()).toBeGreaterThan(4)
    await sql`update private.claims set received = 100 where id = ${caseId}`
    await sql`update private.cases set state = 'open', decided_at = null, decision = null where id = ${caseId}`
    await runJob(sql, 'delete-decided-cases')
    expect(await left()).toBeGreaterThan(4)
  })

  test('that was never sent is deleted when its payment can no longer be claimed', async () => {
    const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '3' })
    await request(sql, payer, (db) => db`select public.save_claim(${paid}, 'scam')`)
    const drafts = () => sql`select from private.claims where movement_id = ${paid}`
    await runJob(sql, 'delete-decided-cases')
    expect(await drafts()).toHaveLength(1)
    await sql`update private.claims set saved_at = now() - interval '13 months 1 day' where movement_id = ${paid}`
    await runJob(sql, 'delete-decided-cases')
    expect(await drafts()).toHaveLength(0)
  })
})
