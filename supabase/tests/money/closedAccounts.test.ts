import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiCalls } from '../fixtures/apiCalls'
import { addOtherBank, answerBank, takeMessages, payment, receive } from '../fixtures/banks'
import { authorisation, cardOf, cardsOf, messageAbout, processMessage } from '../fixtures/cards'
import { openChat } from '../fixtures/chat'
import { takeClosedMails, closeAccount, payOut, readClosed } from '../fixtures/closing'
import { type Db, type Person, hintOfRequest, refusalAs, request, untilBlocked } from '../fixtures/database'
import { signInAgain } from '../fixtures/devices'
import { createRegularPayment, scheduleFuturePayment, setUndoWindow } from '../fixtures/outgoingPayments'
import { approve, givePasskey } from '../fixtures/passkeys'
import { externalPayee, ledgerProblems, makePayment, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, accountOf, addAdmin, addCustomer, anAdmin, grantPermissions, withPeople } from '../fixtures/people'
import { moveMoney, openSavings } from '../fixtures/savings'
import { creditDue, schedulePastPayment } from '../fixtures/scheduledPayments'

const { sql, as, alice, bob, agent, second } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  agent: anAdmin(['approve_users', 'financial_support', 'view_transactions', 'manage_cases']),
  second: anAdmin(['approve_users', 'financial_support']),
})

beforeEach(() => sql`delete from private.due_mails where true`)

const hintOf = (person: Person | 'anon', run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const waiting = async (person: Person) =>
  Number((await sql<{ sum: string }[]>`select private.money_waiting_for(${person.id}) as sum`)[0]?.sum)
const inLedger = async () =>
  Number(
    (
      await sql<{ sum: string }[]>`
        select coalesce(sum(amount), 0) as sum from private.ledger_entries
        where account_id = private.ledger_account('closed accounts')`
    )[0]?.sum,
  )
const balanceOf = async (person: Person) => Number((await accountOf(sql, person)).balance)
/** Sends all money of Alice to Bob. */
const empty = async () =>
  (await payAs(sql, alice, { ...payeeAt(bob), amount: String(await balanceOf(alice)) })).transaction_id
const close = async () => {
  await empty()
  expect(await closeAccount(sql, alice)).toBeNull()
}
const isSound = async () => expect(await ledgerProblems(sql)).toEqual([])

/** What a caller without a session can call too, and what then answers with nothing. */
const answersAnyone = [
  'change_marks', // of no rows
  'choose_new_pin', // for those who cannot sign in
  'confirm_new_pin', // changes nothing
  'device_state', // of an empty profile, as the next ones without an argument
  'freeze_by_link', // for those who cannot sign in
  'from_hidden_sender', // false
  'get_email_by_pin', // for those who cannot sign in
  'get_my_new_pin', // null
  'has_new_pin', // false
  'limit_requests', // changes nothing
  'list_card_payments', // no rows
  'mailbox_events',
  'passkey_state',
  'record_new_pin_view', // changes nothing
  'report_known_address', // for those who cannot sign in
  'report_shown_error', // nothing of the account
  'request_pin_reset', // for those who cannot sign in
  'search_transactions', // no rows
  'staff_idle_minutes',
  'start_passkey_sign_in', // for those who cannot sign in
  'support_needs',
  'touch_session', // answers that the session has ended
  'turned_off', // what the bank does not offer
]

describe("closing one's own account", () => {
  test('ends what pays and signs in, and keeps the statements', async () => {
    await request(sql, alice, (db) => scheduleFuturePayment(db))
    await request(sql, alice, (db) => createRegularPayment(db))
    await openChat(sql, alice)
    await givePasskey(sql, alice)
    await sql`delete from private.passkeys where user_id = ${alice.id}`
    const card = await cardOf(sql, alice)
    const before = await inLedger()
    await close()

    expect(await sql`select distinct state from public.outgoing_payments where user_id = ${alice.id}`).toEqual([
      { state: 'cancelled' },
    ])
    expect(await sql`select state from public.regular_payments where user_id = ${alice.id}`).toEqual([
      { state: 'cancelled' },
    ])
    expect(await cardsOf(sql, alice)).toMatchObject([{ status: 'closed' }])
    expect(await processMessage(sql, authorisation({ card: card.id, amount: '1' }))).toBe('46')
    expect(await sql`select from auth.sessions where user_id = ${alice.id}`).toEqual([])
    expect(await sql`select from public.chat_conversations where user_id = ${alice.id}`).toEqual([])
    expect(await sql`select banned_until > now() as banned from auth.users where id = ${alice.id}`).toEqual([
      { banned: true },
    ])
    expect(await sql`select count(*)::int from public.transactions where user_id = ${alice.id}`).toEqual([{ count: 1 }])
    expect(await inLedger()).toBe(before)
    expect(
      await sql`select details from private.audit_log where action = 'close_account' and subject_id = ${alice.id}`,
    ).toEqual([{ details: { by: 'owner' } }])
    expect(await sql`select closed_by from public.profiles where id = ${alice.id}`).toEqual([{ closed_by: 'owner' }])
    expect(await takeClosedMails(sql)).toEqual([
      {
        kind: 'security',
        recipient_email: alice.email,
        title: 'Your account is closed',
        message: expect.stringMatching(
          /^Your account was closed on .+\. We keep your statements and letters until .+ 20\d\d\.$/,
        ),
      },
    ])
    await isSound()
  })

  test('needs the PIN, the approval by a passkey that is bound to it, and an unfrozen account', async () => {
    await empty()
    expect(await hintOf(alice, (db) => db`select public.close_my_account()`)).toBe('field:currentPin')
    const key = await givePasskey(sql, alice)
    expect(await closeAccount(sql, alice)).toBe('passkey-needed')
    const refusal = await refusalAs(sql, alice, (db) => db`select public.close_my_account()`)
    await approve(sql, alice, String(refusal?.detail), key)
    await as(alice)`select public.freeze_my_account()`
    expect(await hintOf(alice, (db) => db`select public.close_my_account()`)).toBe('account-frozen')
    await sql`select private.unfreeze(${alice.id})`
    expect(await hintOf(alice, (db) => db`select public.close_my_account()`)).toBeNull()
  })

  test('is refused with money left, with payments that are not finished, and for staff', async () => {
    expect(await closeAccount(sql, alice)).toBe('balance-left')
    await setUndoWindow(sql, alice, '30')
    await empty()
    expect(await closeAccount(sql, alice)).toBe('payments-pending')
    expect((await as(alice)`select public.preview_closing() as facts`)[0]?.facts).toMatchObject({
      balance: 0,
      held: 5000,
      held_payments: [{ payee: 'Bob Baker', amount: 5000 }],
      cards: 1,
      payees: 0,
    })
    const staff = await addAdmin(sql, ['manage_chat'])
    await request(sql, staff, (db) => db`select public.open_current_account()`)
    expect(await closeAccount(sql, staff)).toBe('staff-account')
    expect(await closeAccount(sql, bob)).toBe('balance-left')
  })

  test('is refused while a savings account is open, whose interest would be left with the bank', async () => {
    const savings = await request(sql, alice, (db) => openSavings(db))
    await sql`insert into private.interest_rates (starts_on, rate) values ('2020-01-01', 3.65)`
    await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '1000.00'))
    expect((await as(alice)`select public.preview_closing() as facts`)[0]?.facts).toMatchObject({
      balance: 5000,
      saved: 1000,
      savings: 1,
      can_send: 4000,
    })
    await request(sql, alice, (db) => moveMoney(db, savings, alice.account.id, '1000.00'))
    await empty()
    // Of the three days before the money left.
    await sql`
      insert into private.interest_days (account_id, day, balance, rate, interest)
      select ${savings}, private.london_date(now()) - n, 1000, 3.65, 0.1 from generate_series(1, 3) n`
    expect(await closeAccount(sql, alice)).toBe('savings-open')
    await as(alice)`select public.close_savings_account(${savings})`
    expect(await closeAccount(sql, alice)).toBe('balance-left')
    await payAs(sql, alice, { ...externalPayee, amount: '0.30' })
    expect(await closeAccount(sql, alice)).toBeNull()
    expect(await waiting(alice)).toBe(0)
    await isSound()
  })

  test('waits for a card payment that is not cleared', async () => {
    const purchase = authorisation({ card: (await cardOf(sql, alice)).id, amount: '20' })
    expect(await processMessage(sql, purchase)).toBe('00')
    await empty()
    expect(await closeAccount(sql, alice)).toBe('payments-pending')
    await processMessage(sql, messageAbout(purchase.id, 'clear', '20'))
    expect(await closeAccount(sql, alice)).toBeNull()
  })

  test('happens once, also from two devices at the same moment', async () => {
    await empty()
    const phone = await signInAgain(sql, alice)
    // The first one ends the session of the other.
    const outcomes = await Promise.all([alice, phone].map((device) => closeAccount(sql, device).catch(() => 'ended')))
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    expect(await takeClosedMails(sql)).toHaveLength(1)
  })

  test('leaves no function of the API to a session that was forgotten', async () => {
    await close()
    await sql`insert into auth.sessions (id, user_id, created_at) values (${alice.sessionId}, ${alice.id}, now())`
    const answered: string[] = []
    for (const { name, call } of await apiCalls(sql)) {
      const refusal = await refusalAs(sql, alice, (db) => db.unsafe(call)).catch(() => null)
      if (refusal === null) answered.push(name)
    }
    expect(answered).toEqual(answersAnyone)
    for (const table of ['profiles', 'accounts', 'transactions', 'cards', 'recipients', 'outgoing_payments'])
      expect([table, [...(await as(alice)`select from ${sql(`public.${table}`)}`)]]).toEqual([table, []])
  })
})

describe('money for a closed account', () => {
  test('a payment here is refused as to an unknown account, one from another bank with AC04', async () => {
    await addOtherBank(sql)
    await payAs(sql, bob, { ...payeeAt(alice), amount: '1' })
    await close()
    expect(await hintOf(bob, (db) => makePayment(db, { ...payeeAt(alice), amount: '1' }))).toBe('payee-not-found')
    expect(await receive(sql, payment(alice))).toMatchObject({ status: 'rejected', reason: 'AC04' })
    expect(
      await receive(sql, {
        id: randomUUID(),
        type: 'name-check',
        name: 'Alice Archer',
        accountType: 'personal',
        sortCode: alice.account.sort_code,
        accountNumber: alice.account.account_number,
      }),
    ).toMatchObject({ outcome: 'not_found' })
    const checkId = randomUUID()
    await as(
      bob,
    )`select public.check_payee(${checkId}, 'Alice Archer', ${alice.account.sort_code}, ${alice.account.account_number})`
    expect(await as(bob)`select outcome from public.get_payee_check(${checkId})`).toEqual([{ outcome: 'not_found' }])
    expect(await waiting(alice)).toBe(0)
  })

  test('a payment that has found the account before the closing waits for its owner', async () => {
    await empty()
    const pin = await sql<{ pin: string }[]>`select private.read_pin(${alice.id}) as pin`
    await as(alice)`select public.enter_my_pin(${pin[0]?.pin ?? ''})`
    let paying: Promise<string | null> | undefined
    await request(sql, alice, async (db) => {
      await db`select public.close_my_account()`
      paying = hintOf(bob, (other) => makePayment(other, { ...payeeAt(alice), amount: '7' }))
      await untilBlocked(sql, 'make_payment')
    })
    expect(await paying).toBeNull()
    expect([await waiting(alice), await balanceOf(alice)]).toEqual([7, 0])
    await isSound()
  })

  test('a recall that arrives during the closing is refused, not left open', async () => {
    await addOtherBank(sql, { id: 'other-bank' }).catch(() => undefined)
    const incoming = payment(alice)
    await receive(sql, incoming)
    await empty()
    const pin = await sql<{ pin: string }[]>`select private.read_pin(${alice.id}) as pin`
    await as(alice)`select public.enter_my_pin(${pin[0]?.pin ?? ''})`
    let asking: Promise<unknown> | undefined
    await request(sql, alice, async (db) => {
      await db`select public.close_my_account()`
      asking = receive(sql, { id: randomUUID(), type: 'recall', paymentId: incoming.paymentId, reason: 'mistake' })
      await untilBlocked(sql, 'receive_bank_message')
    })
    expect(await asking).toMatchObject({ type: 'recall-answer', status: 'refused' })
  })

  test.each(['rejected', 'returned'])(
    'a payment that another bank has %s waits, its owner is told, and two people pay it out once',
    async (state) => {
      await addOtherBank(sql, { id: 'other-bank' }).catch(() => undefined)
      const before = await inLedger()
      await payAs(sql, alice, { ...externalPayee, amount: '40' })
      const message = (await takeMessages(sql)).find(({ type }) => type === 'payment')
      if (state === 'returned')
        await answerBank(sql, message, { type: 'payment-status', status: 'accepted', reason: null })
      await close()
      await takeClosedMails(sql)
      if (state === 'rejected')
        await answerBank(sql, message, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
      else
        await receive(sql, {
          id: randomUUID(),
          type: 'return',
          paymentId: message?.paymentId,
          amount: '40.00',
          reason: 'AC04',
        })
      expect([await waiting(alice), (await inLedger()) - before]).toEqual([40, 40])
      expect(await takeClosedMails(sql)).toMatchObject([
        { title: 'Money came in after your account was closed', recipient_email: alice.email },
      ])
      const had = await balanceOf(bob)
      expect(await payOut(sql, [agent, second], alice, payeeAt(bob))).toBeNull()
      expect(await takeClosedMails(sql)).toMatchObject([
        {
          kind: 'security',
          title: 'Your money is on its way',
          message: `£40.00 was sent to Bob Baker, ${bob.account.sort_code}, account ending ${bob.account.account_number.slice(-4)}.`,
        },
      ])
      expect(await payOut(sql, [agent, second], alice, payeeAt(bob))).toBe('nothing-waits')
      expect([(await balanceOf(bob)) - had, (await inLedger()) - before, await balanceOf(alice)]).toEqual([40, 0, 0])
      await isSound()
    },
  )

  test("a refund of a claim, a merchant's refund and a cheque wait, and a return takes back what was refunded", async () => {
    await addOtherBank(sql, { id: 'other-bank' }).catch(() => undefined)
    const { transaction_id: paid } = await payAs(sql, alice, { ...externalPayee, amount: '300' })
    const message = (await takeMessages(sql)).find(({ paymentId }) => paymentId === paid)
    await answerBank(sql, message, { type: 'payment-status', status: 'accepted', reason: null })
    await as(alice)`select public.save_claim(${paid}, 'unauthorised', null, 'safe', 'Not me')`
    await as(alice)`select public.send_claim(${paid})`
    const purchase = authorisation({ card: (await cardOf(sql, alice)).id, amount: '20' })
    await processMessage(sql, purchase)
    await processMessage(sql, messageAbout(purchase.id, 'clear', '20'))
    await schedulePastPayment(sql, alice, { amount: '5', at: '2099-01-01T12:00:00Z' })
    await close()

    const [claim] = await sql<{ id: string }[]>`select id from private.cases where user_id = ${alice.id}`
    await sql`select private.expire_case(${claim?.id ?? ''}, '2099-01-01')`
    expect(await waiting(alice)).toBe(300)
    expect(await processMessage(sql, messageAbout(purchase.id, 'refund', '20'))).toBe('00')
    expect(await creditDue(sql, '2099-01-02')).toBe(1)
    expect(await waiting(alice)).toBe(325)
    await receive(sql, { id: randomUUID(), type: 'return', paymentId: paid, amount: '300.00', reason: 'AC04' })
    expect([await waiting(alice), await balanceOf(alice)]).toEqual([325, 0])
    await isSound()
  })

  test('is neither edited by staff nor repaired into the account, and the closing is not undone', async () => {
    await close()
    await expect(sql`select private.adjust_balance(${alice.account.id}, 5, now())`).rejects.toMatchObject({
      hint: 'account-closed',
    })
    expect(await hintOf(agent, (db) => db`select public.restore_user(${alice.id})`)).toBe('account-closed')
    expect(await waiting(alice)).toBe(0)
  })
})

describe('the statements and letters of a closed account', () => {
  const lines = async () =>
    (await readClosed(sql, agent, alice)).statement.entries.map((e) => [e.description, e.amount, e.balance_after])

  test('are read by staff who see users and payments, of a closed account only', async () => {
    const read = (who: Person) => hintOf(who, (db) => db`select public.get_closed_account(${alice.id})`)
    const statement = (who: Person) =>
      hintOf(who, (db) => db`select public.get_closed_statement(${alice.id}, '2026-01-01', '2026-12-31')`)
    expect([await read(agent), await statement(agent)]).toEqual(['not-recorded', 'not-recorded'])
    await as(agent)`select public.record_user_view(${alice.id}, 'asked')`
    expect([await read(agent), await statement(agent)]).toEqual(['account-open', 'account-open'])
    await sql`insert into private.cases (kind, user_id, opened_at, due_at, last_at, letter) values
      ('closing', ${alice.id}, now(), now(), now(), '{"title": "We are closing your account"}')`
    await close()
    await as(second)`select public.record_user_view(${alice.id}, 'asked')`
    for (const who of [second, bob])
      expect([await read(who), await statement(who)]).toEqual(['no-permission', 'no-permission'])
    // Each new admin has these two. The letters are about cases.
    const other = await addAdmin(sql, ['approve_users', 'view_transactions'])
    await as(other)`select public.record_user_view(${alice.id}, 'asked')`
    expect([await read(other), await statement(other)]).toEqual(['no-permission', 'no-permission'])
    expect(await readClosed(sql, agent, alice)).toMatchObject({
      account: {
        holder_name: 'Alice Archer',
        sort_code: alice.account.sort_code,
        account_number: alice.account.account_number,
        address: [],
        months: [expect.stringMatching(/^20\d\d-\d\d-01$/)],
        letters: [{ title: 'We are closing your account' }],
      },
      statement: { closing_balance: 0, paid_out: 5000 },
    })
  })

  test('are refused to staff who were paid by the customer: a letter can be about a claim for that payment', async () => {
    const mule = await addCustomer(sql, 'Max Mule')
    await sql`insert into public.user_roles (user_id, role) values (${mule.id}, 'admin')`
    await grantPermissions(sql, mule, ['approve_users', 'view_transactions', 'manage_cases'])
    await as(mule)`select public.record_user_view(${alice.id}, 'asked')`
    await payAs(sql, alice, { ...payeeAt(mule), amount: '1.00' })
    await close()
    expect(await hintOf(mule, (db) => db`select public.get_closed_account(${alice.id})`)).toBe('concerns-caller')
  })

  test('say what was kept at the closing, and what was paid out of it', async () => {
    await sql`select private.close_account(${alice.id}, 'bank', clock_timestamp())`
    expect(await payOut(sql, [agent, second], alice, payeeAt(bob))).toBeNull()
    expect(await lines()).toEqual([
      ['Kept for you at the closing', -5000, 0],
      ['Kept for you since the closing', 5000, 5000],
      ['Bob Baker', -5000, 0],
    ])
  })

  test('end with the closing: what comes back later is not in them until it is paid out', async () => {
    const { transaction_id: paid } = await payAs(sql, alice, { ...payeeAt(bob), amount: '40' })
    await sql`select private.close_account(${alice.id}, 'bank', clock_timestamp())`
    await as(agent)`select public.reverse_payment(${paid}, 'A mistake')`
    expect(await waiting(alice)).toBe(5000)
    expect(await lines()).toEqual([
      ['Bob Baker', -40, 4960],
      ['Kept for you at the closing', -4960, 0],
    ])
  })
})

test('what is kept is deleted after six years, and not while a case is open', async () => {
  await close()
  await sql`update public.profiles set closed_at = '2020-02-29T12:00:00Z' where id = ${alice.id}`
  const remove = async (at: string) =>
    (await sql<{ done: boolean }[]>`select private.delete_closed_user(${alice.id}, ${at}) as done`)[0]?.done
  expect(await remove('2026-02-28T23:59:59Z')).toBe(false)
  await sql`insert into private.cases (kind, user_id, opened_at, due_at, last_at) values ('complaint', ${alice.id}, now(), now(), now())`
  expect(await remove('2026-03-01T00:00:00Z')).toBe(false)
  await sql`delete from private.cases where user_id = ${alice.id}`
  expect(await remove('2026-03-01T00:00:00Z')).toBe(true)
  expect(await sql`select from public.profiles where id = ${alice.id}`).toEqual([])
  await isSound()
})

test('what waits and what a card holds is no longer theirs once they are deleted, and the audit has how much it was', async () => {
  const purchase = authorisation({ card: (await cardOf(sql, alice)).id, amount: '20' })
  await processMessage(sql, purchase)
  await sql`select private.close_account(${alice.id}, 'bank', now())`
  expect(await waiting(alice)).toBe(4980)
  const before = await inLedger()
  await as(agent)`select public.delete_person(${alice.id})`
  expect([await waiting(alice), (await inLedger()) - before]).toEqual([0, 20])
  expect(
    await sql`select details from private.audit_log where action = 'delete_person' and subject_id = ${alice.id}`,
  ).toEqual([{ details: { paid_out: 5000 } }])
  expect(await processMessage(sql, messageAbout(purchase.id, 'clear', '20'))).toBe('00')
  expect([await waiting(alice), (await inLedger()) - before]).toEqual([0, 0])
  await isSound()
})

describe('what came into a savings account that its customer has closed', () => {
  const savingsOf = async (person: typeof alice) => {
    const id = await request(sql, person, (db) => openSavings(db))
    const [account] = await sql<(typeof alice.account)[]>`select * from public.accounts where id = ${id}`
    if (!account) throw new Error('There must be an account.')
    return account
  }

  test('is asked back by another bank from the current account, and goes there again if that bank does not take it', async () => {
    await addOtherBank(sql, { id: 'other-bank' }).catch(() => undefined)
    const incoming = payment({ account: await savingsOf(alice) })
    await receive(sql, incoming)
    const [account] = await sql`select id from public.accounts where user_id = ${alice.id} and account_type = 'savings'`
    await as(alice)`select public.close_savings_account(${String(account?.id)})`
    expect(await balanceOf(alice)).toBe(5012.34)
    expect(
      await receive(sql, { id: randomUUID(), type: 'recall', paymentId: incoming.paymentId, reason: 'fraud' }),
    ).toMatchObject({ status: 'pending' })
    const [row] = await sql`
      select id from public.transactions where user_id = ${alice.id} and from_account_holder_name = 'Otto Other'`
    await as(alice)`select public.answer_recall(${String(row?.id)}, true)`
    expect(await balanceOf(alice)).toBe(5000)
    const returned = (await takeMessages(sql)).find(({ type }) => type === 'return')
    await answerBank(sql, returned, { type: 'return-status', status: 'rejected', reason: 'MS03' })
    expect(await balanceOf(alice)).toBe(5012.34)
    expect(await waiting(alice)).toBe(0)
    await isSound()
  })

  test('is reversed from the current account', async () => {
    const account = await savingsOf(alice)
    const { transaction_id: paid } = await payAs(sql, bob, { ...payeeAt({ account }), amount: '20.00' })
    await as(alice)`select public.close_savings_account(${account.id})`
    await as(agent)`select public.reverse_payment(${paid}, 'A mistake')`
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual([5000, 5000])
    await isSound()
  })
})
