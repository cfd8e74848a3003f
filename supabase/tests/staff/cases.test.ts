import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { addOtherBank, answerBank, takeMessages, receive } from '../fixtures/banks'
import { authorisation, processMessage } from '../fixtures/cards'
import { sendClaim } from '../fixtures/claims'
import { type Db, type Person, hintOfRequest, request } from '../fixtures/database'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { externalPayee, ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import {
  aCustomer,
  accountOf,
  addAdmin,
  addCustomer,
  addSuperAdmin,
  anAdmin,
  grantPermissions,
  withPeople,
} from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, agent, second, payer, payee } = withPeople({
  agent: anAdmin(['manage_cases']),
  second: anAdmin(['manage_cases']),
  payer: aCustomer('Pam Payer'),
  payee: aCustomer('Quinn Payee'),
})
/** The payment of the payer. */
let paid: string

beforeEach(async () => {
  await sql`update private.settings set four_eyes_above = null, scam_excess = 100 where only_row`
  paid = (await payAs(sql, payer, { ...payeeAt(payee), amount: '1000' })).transaction_id
})

const monday = '2026-11-23T12:00:00Z'
const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString()
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const save = (kind: string, id = paid, who: Person = payer) =>
  hintOf(who, (db) => db`select public.save_claim(${id}, ${kind}, 'My bank', 'phone', 'Move your money')`)
const send = (
  kind = 'scam',
  { id = paid, at = monday, who = payer }: { id?: string; at?: string; who?: Person } = {},
) => sendClaim(sql, who, id, { kind, at })
const clockOf = async (id: string) => {
  const [row] = await sql<{ due: string; last: string; stopped: boolean; state: string }[]>`
    select private.due_day(due_at)::text as due, private.due_day(last_at)::text as last,
      stopped_at is not null as stopped, state
    from private.cases where id = ${id}`
  return row
}
const decide = (who: Person, id: string, refuses = false, standard: string | null = null) =>
  hintOf(who, (db) => db`select public.decide_claim(${id}, ${refuses}, 'We looked at it', ${standard})`)
const approve = async (who: Person) => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where kind = 'case' order by id desc limit 1`
  return hintOf(who, (db) => db`select public.approve_request(${row?.id ?? ''})`)
}
const end = async (id: string, at: string) =>
  (await sql<{ ended: boolean }[]>`select private.expire_case(${id}, ${at}) as ended`)[0]?.ended
const balanceOf = async (who: Person) => (await accountOf(sql, who)).balance
const bankAccounts = async () => {
  const rows = await sql<{ name: string; total: string }[]>`
    select l.name, coalesce(sum(e.amount), 0) as total
    from private.ledger_accounts l left join private.ledger_entries e on e.account_id = l.id
    where l.name in ('reimbursements', 'to be recovered') group by 1`
  return Object.fromEntries(rows.map(({ name, total }) => [name, total]))
}
/** What this test has added to the bank's accounts. */
async function change(run: () => Promise<unknown>) {
  const before = await bankAccounts()
  await run()
  const after = await bankAccounts()
  expect(await ledgerProblems(sql)).toEqual([])
  return Object.fromEntries(Object.keys(after).map((name) => [name, Number(after[name]) - Number(before[name])]))
}
const letterOf = async (id: string) =>
  JSON.stringify((await sql<{ letter: unknown }[]>`select letter from private.cases where id = ${id}`)[0]?.letter)

describe('the clock', () => {
  test.each([
    ['scam', monday, '2026-11-30', '2027-01-14'],
    ['scam', '2026-12-24T12:00:00Z', '2027-01-05', '2027-02-16'],
    // Half past midnight in London in summer.
    ['unauthorised', '2027-06-06T23:30:00Z', '2027-06-08', '2027-07-26'],
    // Easter.
    ['unauthorised', '2027-03-25T12:00:00Z', '2027-03-30', '2027-05-18'],
  ])('a claim (%s) sent at %s is decided by %s, at the latest by %s', async (kind, at, due, last) => {
    expect(await clockOf(await send(kind, { at }))).toEqual({ due, last, stopped: false, state: 'open' })
  })

  test('stops for a named question, runs on with the days that were left, and never passes the last day', async () => {
    const id = await send()
    const ask = (at: string) => sql`select private.stop_case_clock(${id}, ${at})`
    const answer = (at: string) => sql`select private.resume_case_clock(${id}, ${at})`
    await ask('2026-11-25T10:00:00Z')
    expect(await clockOf(id)).toMatchObject({ due: '2027-01-14', stopped: true })
    // Three days were left: Thursday, Friday, Monday.
    await answer('2026-12-02T10:00:00Z')
    expect(await clockOf(id)).toMatchObject({ due: '2026-12-07', stopped: false })
    await ask('2026-12-07T10:00:00Z')
    await answer('2026-12-12T10:00:00Z')
    expect(await clockOf(id)).toMatchObject({ due: '2026-12-12' })
    await ask('2026-12-12T11:00:00Z')
    await ask('2026-12-13T11:00:00Z')
    expect(await end(id, '2027-01-14T23:59:59Z')).toBe(false)
    expect(await end(id, '2027-01-15T00:00:00Z')).toBe(true)
    expect(await balanceOf(payer)).toBe('4900.00')
  })

  test('at its end without a decision the customer is refunded, once, and the letter says it', async () => {
    const id = await send()
    expect(await end(id, '2026-11-30T23:59:59Z')).toBe(false)
    expect(await change(() => end(id, '2026-12-01T00:00:00Z'))).toEqual({ reimbursements: -900, 'to be recovered': 0 })
    expect(await end(id, '2026-12-01T00:01:00Z')).toBe(false)
    expect(await balanceOf(payer)).toBe('4900.00')
    const letter = await letterOf(id)
    for (const words of [
      'We have refunded £900.00',
      'Excess',
      'Ombudsman Service, free, until Tuesday 1 June 2027',
      'demonstration',
    ])
      expect(letter).toContain(words)
  })

  test('the job decides what is due, also after a case that it cannot decide, and then fails visibly', async () => {
    await sql`delete from private.cases`
    const broken = await send('scam', { at: '2026-01-05T12:00:00Z' })
    await sql`delete from private.claims where id = ${broken}`
    const { transaction_id: other } = await payAs(sql, payer, { ...payeeAt(payee), amount: '200' })
    const due = await send('unauthorised', { id: other, at: '2026-02-05T12:00:00Z' })
    await expect(runJob(sql, 'expire-due-cases')).rejects.toThrow('1 cases whose time has ended could not be decided')
    expect(await clockOf(due)).toMatchObject({ state: 'decided' })
    expect(await clockOf(broken)).toMatchObject({ state: 'open' })
  })

  test('the question of staff stops it, the answer of the customer starts it, and both are in the timeline', async () => {
    const id = await send()
    await as(agent)`select public.ask_case_customer(${id}, 'Who called you?', true)`
    const mine = () =>
      callAs<Record<string, unknown>>(sql, payer, (db) => db`select public.get_my_case(${id}) as answer`)
    expect(await mine()).toMatchObject({ question: 'Who called you?', due_on: '2027-01-14' })
    await as(agent)`select public.add_case_note(${id}, 'Only for us')`
    expect(JSON.stringify(await mine())).not.toContain('Only for us')
    await as(payer)`select public.answer_case(${id}, 'A man from the bank')`
    expect(await clockOf(id)).toMatchObject({ stopped: false })
    expect(await mine()).toMatchObject({ question: null, decision: null })
    expect(JSON.stringify(await mine())).toContain('A man from the bank')
    expect(await hintOf(payee, (db) => db`select public.answer_case(${id}, 'Not mine')`)).toBe('case-gone')
    expect(await hintOf(payee, (db) => db`select public.get_my_case(${id})`)).toBe('case-gone')
  })
})

describe('a claim', () => {
  test('is saved at each step, sent once, and keeps what the bank knew', async () => {
    expect(await hintOf(payer, (db) => db`select public.save_claim(${paid}, 'scam')`)).toBeNull()
    expect(await hintOf(payer, (db) => db`select public.send_claim(${paid})`)).toBe('field:reached')
    const id = await send('scam', { at: new Date().toISOString() })
    expect(await callAs(sql, payer, (db) => db`select public.send_claim(${paid}) as answer`)).toBe(id)
    expect(await save('scam')).toBe('claim-sent')
    expect(await callAs(sql, payer, (db) => db`select public.get_claim(${paid}) as answer`)).toEqual({ case_id: id })
    // The answer was lost, and the money has come back meanwhile.
    await sql`update public.transactions set reversed_at = now() where movement_id = ${paid}`
    expect(await callAs(sql, payer, (db) => db`select public.send_claim(${paid}) as answer`)).toBe(id)
    const [claim] = await sql<
      { evidence: Record<string, unknown> }[]
    >`select evidence from private.claims where id = ${id}`
    expect(claim?.evidence).toMatchObject({ outcome: 'match', warnings: ['first_payment'], reports: 0 })
    expect(await sql`select reporter_id from private.payee_reports where transaction_id = ${paid}`).toHaveLength(1)
  })

  test.each(['scam', 'unauthorised'])('of the kind %s says before it is sent by when it is decided', async (kind) => {
    type Clock = { decide_by: string; at_the_latest: string }
    const { clocks } = await callAs<{ clocks: Record<string, Clock> }>(
      sql,
      payer,
      (db) => db`select public.get_claim(${paid}) as answer`,
    )
    const id = await send(kind, { at: new Date().toISOString() })
    expect(
      await sql`
        select private.due_day(due_at)::text as decide_by, private.due_day(last_at)::text as at_the_latest
        from private.cases where id = ${id}`,
    ).toEqual([clocks[kind]])
  })

  test('says before and after it is sent that a scam below the excess is not refunded', async () => {
    const excessOf = async () =>
      (await callAs<{ excess: number }>(sql, payer, (db) => db`select public.get_claim(${paid}) as answer`)).excess
    expect(await excessOf()).toBe(100)
    await as(payer)`select public.set_support_need('money_worries', true)`
    expect(await excessOf()).toBe(0)
    await as(payer)`select public.set_support_need('money_worries', false)`
    const told = async (kind: string, amount: string) => {
      const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount })
      const caseId = await send(kind, { id })
      const [note] = await sql<{ message: string }[]>`
        select message from private.case_events where case_id = ${caseId} and kind = 'bank'`
      return note?.message
    }
    expect(await told('scam', '100')).toContain("we can't refund this payment")
    expect(await told('scam', '100.01')).not.toContain('refund this payment')
    expect(await told('unauthorised', '40')).not.toContain('refund this payment')
  })

  test('takes twenty messages of the customer in a day', async () => {
    const id = await send('scam', { at: new Date().toISOString() })
    const answer = () => hintOf(payer, (db) => db`select public.answer_case(${id}, 'Please hurry')`)
    await sql`
      insert into private.case_events (case_id, created_at, kind, message)
      select ${id}, now(), 'customer', 'Hello' from generate_series(1, 18)`
    expect([await answer(), await answer()]).toEqual([null, 'too-many-answers'])
    await sql`update private.case_events set created_at = created_at - interval '1 day' where case_id = ${id}`
    expect(await answer()).toBeNull()
  })

  test('does not change when it is saved at the moment in which it is sent', async () => {
    await save('scam')
    let saved: ReturnType<typeof save> | undefined
    await request(sql, payer, async (db) => {
      await db`select public.send_claim(${paid})`
      saved = save('unauthorised')
      await setTimeout(300)
    })
    expect(await saved).toBe('claim-sent')
    expect(await sql`select kind from private.claims where movement_id = ${paid}`).toEqual([{ kind: 'scam' }])
  })

  test('is refused for a payment to oneself, of another customer, that came back, or that is older than 13 months', async () => {
    expect(await save('scam', paid, payee)).toBe('transaction-gone')
    const [arrival] = await sql<
      { id: string }[]
    >`select id from public.transactions where movement_id = ${paid} and incoming`
    expect(await save('scam', arrival?.id, payee)).toBe('transaction-gone')
    expect(await save('other')).toBe('field:kind')
    await as(payer)`select public.add_manual_transaction('Shop', '5')`
    const [manual] = await sql<{ id: string }[]>`
      select id from public.transactions where user_id = ${payer.id} and to_account_holder_name = 'Shop'`
    expect(await save('scam', manual?.id)).toBe('transaction-gone')
    await sql`update public.transactions set created_at = now() - interval '13 months 2 days' where id = ${paid}`
    expect(await save('scam')).toBe('claim-too-late')
    // The time of a scam starts with its last payment; that of a payment not made with itself.
    await setUndoWindow(sql, payer, '60')
    const { transaction_id: last } = await payAs(sql, payer, { ...payeeAt(payee), amount: '1' })
    // Not with one that can still be undone, or was.
    expect(await save('scam')).toBe('claim-too-late')
    await as(payer)`select public.undo_payment(${last})`
    expect(await save('scam')).toBe('claim-too-late')
    await setUndoWindow(sql, payer, '0')
    await payAs(sql, payer, { ...payeeAt(payee), amount: '1' })
    expect([await save('scam'), await save('unauthorised')]).toEqual([null, 'claim-too-late'])
    await sql`update public.transactions set created_at = now(), to_account_number = ${payer.account.account_number},
      to_sort_code = ${payer.account.sort_code} where id = ${paid}`
    expect(await save('scam')).toBe('own-account')
    await sql`update public.transactions set reversed_at = now() where id = ${paid}`
    expect(await save('scam')).toBe('payment-finished')
  })

  test('the payee learns nothing: no note, no figure, and no way to the case', async () => {
    const figures = (who: Person) =>
      callAs<object>(
        sql,
        who,
        (db) => db`
          select jsonb_build_array(public.count_overdue_cases(), public.get_staff_overview() -> 'cases') as answer`,
      )
    const before = await figures(agent)
    const id = await send()
    await sql`update private.cases set due_at = now() - interval '1 minute', last_at = greatest(last_at, now()) where id = ${id}`
    await grantPermissions(sql, payee, ['manage_cases'])
    await sql`insert into public.user_roles values (${payee.id}, 'admin')`
    expect(
      await sql`select title from public.user_notifications where user_id = ${payee.id} and type = 'case'`,
    ).toEqual([])
    expect(await figures(payee)).toEqual(before)
    expect(await figures(agent)).not.toEqual(before)
    expect(await hintOf(payee, (db) => db`select public.record_case_view(${id})`)).toBe('case-gone')
    expect(await decide(payee, id)).toBe('case-gone')
    expect(await as(payee)`select id from public.list_cases()`).not.toContainEqual({ id })
    expect(await hintOf(agent, (db) => db`select public.assign_case(${id}, ${payee.id})`)).toBe('cannot-work-on-case')
  })
})

describe('a refund', () => {
  test.each([
    ['all of an unauthorised payment', 'unauthorised', '1000', 0, '5000.00'],
    ['a scam, without the excess', 'scam', '1000', 100, '4900.00'],
    ['a scam, with a lower excess', 'scam', '1000', 25, '4975.00'],
    ['not the loss below the excess', 'scam', '60', 100, '4940.00'],
  ])('%s', async (_, kind, amount, excess, balance) => {
    await sql`update private.settings set scam_excess = ${excess} where only_row`
    const customer = await addCustomer(sql, 'Cara Customer')
    const { transaction_id: id } = await payAs(sql, customer, { ...payeeAt(payee), amount })
    expect(await decide(agent, await send(kind, { id, who: customer }))).toBeNull()
    expect(await balanceOf(customer)).toBe(balance)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('at most £85,000 for all payments to one account, with one excess', async () => {
    await sql`select private.adjust_balance(${payer.account.id}, 200000, now())`
    await sql`update public.profiles set daily_limit = 1000000 where id = ${payer.id}`
    const ids = []
    for (const amount of ['50000', '60000'])
      ids.push((await payAs(sql, payer, { ...payeeAt(payee), amount })).transaction_id)
    const [first, last] = [await send('scam', { id: ids[0] }), await send('scam', { id: ids[1] })]
    // At the same moment, by an agent and by the clock.
    let ended: ReturnType<typeof end> | undefined
    await request(sql, agent, async (db) => {
      await db`select public.decide_claim(${first}, false, 'A scam')`
      ended = end(last, '2027-12-01T00:00:00Z')
      await setTimeout(300)
    })
    expect(await ended).toBe(true)
    expect(await balanceOf(payer)).toBe('175000.00')
  })

  test.each([
    { what: 'two below the excess', amounts: ['60', '70'], refunds: [0, 30], reversed: [30, 0] },
    { what: 'three below the excess', amounts: ['40', '40', '40'], refunds: [0, 0, 20], reversed: [20, 0, 0] },
    { what: 'one above and one below the excess', amounts: ['150', '60'], refunds: [50, 60], reversed: [110, 0] },
  ])('of $what about one scam takes the excess once, in either order', async ({ amounts, refunds, reversed }) => {
    for (const isReversed of [false, true]) {
      const customer = await addCustomer(sql, 'Cara Customer')
      const ids: string[] = []
      for (const [place, amount] of amounts.entries()) {
        const { transaction_id: id } = await payAs(sql, customer, { ...payeeAt(payee), amount })
        const at = `2026-11-23T12:0${place}:00Z`
        ids.push(await send('scam', { id, who: customer, at }))
      }
      for (const id of isReversed ? ids.toReversed() : ids) expect(await decide(agent, id)).toBeNull()
      const rows = await sql<{ id: string; refunded: string }[]>`
        select id, refunded from private.claims where id = any (${ids})`
      expect(ids.map((id) => Number(rows.find((row) => row.id === id)?.refunded))).toEqual(
        isReversed ? reversed : refunds,
      )
    }
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('takes the whole excess again after a claim about the scam that was refused, or whose payment came back', async () => {
    const customer = await addCustomer(sql, 'Cara Customer')
    const claimed = async (amount: string) => {
      const { transaction_id: id } = await payAs(sql, customer, { ...payeeAt(payee), amount })
      return send('scam', { id, who: customer, at: new Date().toISOString() })
    }
    const refundOf = async (id: string) =>
      (
        await sql<{ refund: string }[]>`select private.claim_refund(c) as refund from private.claims c where id = ${id}`
      )[0]?.refund
    const refused = await claimed('60')
    const last = await claimed('150')
    // What is not decided takes nothing yet.
    expect(Number(await refundOf(last))).toBe(50)
    expect(await decide(agent, refused, true, 'fraud')).toBeNull()
    expect(await approve(second)).toBeNull()
    expect(Number(await refundOf(last))).toBe(50)
  })

  // The one before could be refused, or its payment come back: then nobody would bear the excess.
  test('takes the excess from the claim that is decided first, whatever becomes of one that was sent before', async () => {
    const customer = await addCustomer(sql, 'Cara Customer')
    const ids: string[] = []
    for (const amount of ['100', '1000']) {
      const { transaction_id: id } = await payAs(sql, customer, { ...payeeAt(payee), amount })
      ids.push(await send('scam', { id, who: customer, at: new Date().toISOString() }))
    }
    expect(await decide(agent, ids[1] ?? '')).toBeNull()
    expect(await decide(agent, ids[0] ?? '', true, 'fraud')).toBeNull()
    expect(await approve(second)).toBeNull()
    expect(await balanceOf(customer)).toBe('4800.00')
  })

  test('says to a customer with an open claim about the scam what that one leaves of the excess', async () => {
    const customer = await addCustomer(sql, 'Cara Customer')
    const pay = async (amount: string) => (await payAs(sql, customer, { ...payeeAt(payee), amount })).transaction_id
    await send('scam', { id: await pay('60'), who: customer, at: new Date().toISOString() })
    const next = await pay('70')
    expect(await callAs(sql, customer, (db) => db`select public.get_claim(${next}) as answer`)).toMatchObject({
      excess: 40,
    })
  })

  test('no excess for a customer who is protected, and no refusal for a lack of caution', async () => {
    await as(payer)`select public.set_support_need('money_worries', true)`
    const id = await send()
    expect(await decide(agent, id, true, 'warning')).toBe('field:standard')
    expect(await decide(agent, id)).toBeNull()
    expect(await balanceOf(payer)).toBe('5000.00')
  })

  test('is paid once by two agents at the same moment, and by an agent and the clock', async () => {
    const id = await send()
    const outcomes = await Promise.all([
      decide(agent, id),
      decide(second, id),
      end(id, '2027-12-01T00:00:00Z').then(() => 'ended'),
    ])
    expect(outcomes.filter((outcome) => outcome === null).length).toBeLessThan(2)
    expect(await balanceOf(payer)).toBe('4900.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('above the four-eyes amount waits for a second person', async () => {
    await sql`update private.settings set four_eyes_above = 500 where only_row`
    const id = await send()
    expect(await callAs(sql, agent, (db) => db`select public.decide_claim(${id}, false, 'A scam') as answer`)).toBe(
      false,
    )
    expect(await balanceOf(payer)).toBe('4000.00')
    expect(await approve(agent)).toBe('own-request')
    expect(await approve(second)).toBeNull()
    expect(await balanceOf(payer)).toBe('4900.00')
  })

  test('counts with the other refunds of the agent: many small ones for friends need a second person too', async () => {
    await sql`update private.settings set four_eyes_above = 500 where only_row`
    const refund = async () => {
      const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: '200' })
      const caseId = await send('unauthorised', { id })
      return callAs(sql, agent, (db) => db`select public.decide_claim(${caseId}, false, 'Lost phone') as answer`)
    }
    expect([await refund(), await refund(), await refund()]).toEqual([true, true, false])
  })

  test('of a payment that was reversed before is nothing, and what is reversed later goes to the bank', async () => {
    const reverse = async (movement: string) => {
      await as(await addAdmin(sql, ['view_transactions', 'financial_support']))`
        select public.reverse_payment(${movement}, 'Mistake')`
    }
    const id = await send()
    expect(
      await change(async () => {
        await decide(agent, id)
        await reverse(paid)
      }),
    ).toEqual({ reimbursements: 0, 'to be recovered': 0 })
    // All of the payment, once: also the excess.
    expect(await balanceOf(payer)).toBe('5000.00')
    const { transaction_id: other } = await payAs(sql, payer, { ...payeeAt(payee), amount: '300' })
    const later = await send('scam', { id: other })
    await reverse(other)
    expect(await decide(agent, later)).toBeNull()
    expect(await balanceOf(payer)).toBe('5000.00')
    expect(await letterOf(later)).toContain('back in your account already')
    expect(await sql`select decision from private.cases where id = ${later}`).toEqual([{ decision: 'nothing' }])
  })

  test('of a payment to another bank: half is to be recovered, and a return after the refund goes to the bank', async () => {
    await addOtherBank(sql)
    const { transaction_id: out } = await payAs(sql, payer, { ...externalPayee, amount: '200' })
    const message = (await takeMessages(sql)).find(({ paymentId }) => paymentId === out)
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted' })
    const id = await send('scam', { id: out })
    expect(await sql`select recall, recall_reason from private.bank_payments where movement_id = ${out}`).toEqual([
      { recall: 'asked', recall_reason: 'fraud' },
    ])
    expect(await change(() => decide(agent, id))).toEqual({ reimbursements: -50, 'to be recovered': -50 })
    expect(await balanceOf(payer)).toBe('3900.00')
    const giveBack = () =>
      receive(sql, { id: randomUUID(), type: 'return', paymentId: out, amount: '200.00', reason: 'FOCR' })
    expect(await change(giveBack)).toEqual({ reimbursements: 50, 'to be recovered': 50 })
    expect(await balanceOf(payer)).toBe('4000.00')
    expect(await change(giveBack)).toEqual({ reimbursements: 0, 'to be recovered': 0 })
    expect(await balanceOf(payer)).toBe('4000.00')
  })

  test('of a card payment is all of it, and what the merchant returns later goes to the bank', async () => {
    const [card] = await sql<{ id: string }[]>`select id from public.cards where user_id = ${payer.id}`
    const bought = authorisation({ card: card?.id ?? '', amount: '80.00', merchant: 'Unknown Shop' })
    await processMessage(sql, bought)
    const [purchase] = await sql<{ id: string }[]>`select id from public.card_payments where user_id = ${payer.id}`
    expect(await save('unauthorised', purchase?.id)).toBe('payment-pending')
    await processMessage(sql, { id: randomUUID(), type: 'clear', original: bought.id, amount: '80.00' })
    const refund = (amount: string) =>
      processMessage(sql, { id: randomUUID(), type: 'refund', original: bought.id, amount })
    await refund('30.00')
    expect(await decide(agent, await send('unauthorised', { id: purchase?.id ?? '' }))).toBeNull()
    expect(await balanceOf(payer)).toBe('4000.00')
    await refund('50.00')
    expect(await balanceOf(payer)).toBe('4000.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('of a customer who was deleted waits with the money of closed accounts', async () => {
    const id = await send()
    const remover = await addAdmin(sql, ['approve_users'])
    await as(remover)`select public.delete_person(${payer.id})`
    expect(await change(() => end(id, '2027-12-01T00:00:00Z'))).toEqual({ reimbursements: -900, 'to be recovered': 0 })
  })
})

describe('a refusal', () => {
  test('needs a named standard and two independent people, also where one person is enough for all else', async () => {
    const id = await send('scam', { at: new Date().toISOString() })
    expect(await decide(agent, id, true)).toBe('field:standard')
    expect(await decide(agent, id, true, 'negligence')).toBe('field:standard')
    expect(await decide(agent, id, true, 'warning')).toBeNull()
    expect(await decide(second, id, true, 'fraud')).toBe('approval-pending')
    expect(await clockOf(id)).toMatchObject({ state: 'open' })
    expect(await approve(agent)).toBe('own-request')
    expect(await approve(await addAdmin(sql, ['approve_users']))).toBe('no-permission')
    expect(await approve(second)).toBeNull()
    expect(await balanceOf(payer)).toBe('4000.00')
    expect(await letterOf(id)).toContain('did not take notice of a specific warning')
    expect(await end(id, inAYear())).toBe(false)
    expect(await save('scam')).toBe('claim-sent')
  })

  test('that still waits when the clock ends refuses nothing', async () => {
    const id = await send('scam', { at: new Date().toISOString() })
    await decide(agent, id, true, 'fraud')
    expect(await end(id, inAYear())).toBe(true)
    expect(await approve(second)).toBe('already-decided')
    expect(await decide(agent, id)).toBe('already-decided')
    expect(await balanceOf(payer)).toBe('4900.00')
  })
})

describe('staff', () => {
  test('cases are taken and handed over, and a look at one is recorded and shown to the customer', async () => {
    const id = await send()
    await as(agent)`select public.assign_case(${id})`
    await as(agent)`select public.assign_case(${id}, ${second.id})`
    expect(await as(second)`select assigned_to from public.list_cases('open', 'scam', true)`).toEqual([
      { assigned_to: second.id },
    ])
    const read = () => callAs<Record<string, unknown>>(sql, second, (db) => db`select public.get_case(${id}) as answer`)
    await expect(read()).rejects.toMatchObject({ hint: 'not-recorded' })
    await as(second)`select public.record_case_view(${id})`
    expect(await read()).toMatchObject({
      assigned_to: second.id,
      facts: {
        loss: 1000,
        excess: 100,
        refund: 900,
        standards: ['warning', 'prompt', 'information', 'police', 'not_covered', 'fraud'],
      },
      customer: { full_name: 'Pam Payer' },
    })
    await sql`select private.seal_audit()`.catch(() => undefined)
    const looks = await as(payer)<{ content: string }[]>`select content from public.list_account_looks()`
    expect(looks.some(({ content }) => content.includes('view_case'))).toBe(true)
  })

  test('work on no case of their own, nor of other staff unless they are super admins', async () => {
    const colleague = await addCustomer(sql, 'Cole Colleague')
    const { transaction_id: id } = await payAs(sql, colleague, { ...payeeAt(payee), amount: '10' })
    await sql`insert into public.user_roles values (${colleague.id}, 'admin')`
    await grantPermissions(sql, colleague, ['manage_cases'])
    const caseId = await send('scam', { id, who: colleague })
    for (const who of [colleague, agent]) expect(await decide(who, caseId)).toBe('case-gone')
    await sql`
      insert into private.approval_requests (kind, asked_by, reason, user_id, transaction_id, amount_after)
      values ('case', gen_random_uuid(), 'About a colleague', ${colleague.id}, ${caseId}, 1)`
    const requests = (who: Person) =>
      as(who)`select reason from public.list_approval_requests(p_limit => 100) where transaction_id = ${caseId}`
    for (const who of [colleague, agent]) expect(await requests(who)).toEqual([])
    const boss = await addSuperAdmin(sql, 'Boss', ['manage_cases'])
    // The role alone does not do it.
    expect(await decide(boss, caseId)).toBe('no-permission')
    await sql`insert into public.user_roles values (${boss.id}, 'admin')`
    expect(await requests(boss)).toHaveLength(1)
    expect(await decide(boss, caseId)).toBeNull()
  })

  test('see their own cases first, then those that nobody has, then those of colleagues, each by its clock and in pages', async () => {
    await sql`delete from private.cases`
    const opened: string[] = []
    for (const day of [2, 3, 4, 5, 6, 7]) {
      const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: `${day}` })
      opened.push(await send('unauthorised', { id, at: `2026-11-0${day}T12:00:00Z` }))
    }
    // received.test.ts has the case of the account that received the money.
    await sql`delete from private.cases where kind = 'received'`
    const [colleagues, free, mine, alsoColleagues, alsoFree, alsoMine] = opened
    for (const [id, who] of [
      [colleagues, second],
      [mine, agent],
      [alsoColleagues, second],
      [alsoMine, agent],
    ] as const)
      await sql`update private.cases set assigned_to = ${who.id} where id = ${id ?? null}`
    type Place = { id: string; due_at: Date; turn: number }
    const places: Place[] = []
    for (const _ of opened) {
      const last = places.at(-1)
      const rows = await as(agent)<Place[]>`
        select id, due_at, case when assigned_to = ${agent.id} then 0 when assigned_to is null then 1 else 2 end as turn
        from public.list_cases(
          p_after => ${last?.due_at ?? null}, p_after_id => ${last?.id ?? null}, p_after_turn => ${last?.turn ?? null}, p_limit => 1)`
      places.push(...rows)
    }
    const seen = places.map(({ id }) => id)
    expect(seen).toEqual([mine, alsoMine, free, alsoFree, colleagues, alsoColleagues])
    expect((await as(agent)`select id from public.list_cases()`).map(({ id }) => id as string)).toEqual(seen)
    expect((await as(second)`select id from public.list_cases()`).map(({ id }) => id as string)).toEqual([
      colleagues,
      alsoColleagues,
      free,
      alsoFree,
      mine,
      alsoMine,
    ])
  })

  test('see what is due first, in pages, and the overview counts it', async () => {
    await sql`delete from private.cases`
    const late = await send('scam', { at: '2026-11-02T12:00:00Z' })
    const { transaction_id: other } = await payAs(sql, payer, { ...payeeAt(payee), amount: '7' })
    const soon = await send('unauthorised', { id: other, at: '2026-11-05T12:00:00Z' })
    // received.test.ts has the case of the account that received the money.
    await sql`delete from private.cases where kind = 'received'`
    type Row = { id: string; due_at: Date }
    const first = await as(agent)<Row[]>`select id, due_at from public.list_cases(p_limit => 1)`
    expect(first.map(({ id }) => id)).toEqual([soon])
    const next = await as(agent)<Row[]>`
      select id, due_at from public.list_cases(p_after => ${first[0]?.due_at ?? null}, p_after_id => ${soon}, p_after_turn => 1, p_limit => 1)`
    expect(next.map(({ id }) => id)).toEqual([late])
    const overview = await callAs<{ cases: object }>(
      sql,
      agent,
      (db) => db`select public.get_staff_overview() as answer`,
    )
    expect(overview.cases).toMatchObject({ open: 2, due_today: 2, overdue: 2 })
    expect(await decide(agent, soon)).toBeNull()
    expect((await as(agent)`select id from public.list_cases('decided')`).map(({ id }) => id as string)).toEqual([soon])
  })
})
