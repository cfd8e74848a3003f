import { beforeEach, describe, expect, test } from 'vitest'
import { isDeepStrictEqual } from 'node:util'
import { apiCalls } from '../fixtures/apiCalls'
import { authorisation, cardOf, messageAbout, processMessage, renew } from '../fixtures/cards'
import { openChat, sendMessage } from '../fixtures/chat'
import { type Db, type Person, hintOfRequest, refusalAs, request, untilBlocked } from '../fixtures/database'
import { ageCodes, deviceToken, issueCode, signInAgain } from '../fixtures/devices'
import { runJob } from '../fixtures/jobs'
import { scheduleFuturePayment, setUndoWindow } from '../fixtures/outgoingPayments'
import { externalPayee, ledgerProblems, makePayment, payAs, payeeAt } from '../fixtures/payments'
import { accountOf, addAdmin, aCustomer, anAdmin, aSuperAdmin, withPeople } from '../fixtures/people'
import { suspendCustomer } from '../fixtures/staff'
import { permissions } from './rights/expectedRights'

const { sql, as, customer, other, admin, head } = withPeople({
  customer: aCustomer(),
  other: aCustomer(),
  admin: anAdmin(['approve_users']),
  head: aSuperAdmin(),
})

type Mail = { recipient_email: string; title: string; freeze_token: string | null }
const take = () =>
  request(sql, 'service_role', async (db) => [
    ...(await db<
      Mail[]
    >`select recipient_email, title, freeze_token from public.take_due_mails() where kind = 'security'`),
  ])
const setUndo = (person: Person, seconds: string) => as(person)`select public.set_undo_window(${seconds})`
const tokenFor = async (person: Person) => {
  await setUndo(person, '30')
  return String((await take()).find(({ recipient_email: email }) => email === person.email)?.freeze_token)
}
const collected = () => sql`
  select message from private.security_mails
  where user_id = ${customer.id} and title = 'More changes to your account' order by created_at`
const freeze = (token: string, address = '192.0.2.1') =>
  request(sql, 'anon', async (db) => {
    await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`
    return (await db`select public.freeze_by_link(${token}) as answer`)[0]?.answer as unknown
  })
const isFrozen = async (person: Person) =>
  (
    await sql`
      select p.frozen_at is not null as frozen, coalesce(a.is_frozen, p.frozen_at is not null) as account
      from public.profiles p left join public.accounts a on a.user_id = p.id where p.id = ${person.id}`
  ).every(({ frozen, account }) => frozen === true && account === true)
const sessionsOf = async (person: Person) =>
  (await sql<{ id: string }[]>`select id from auth.sessions where user_id = ${person.id}`).map(({ id }) => id)

const frozen = {
  code: 'PT423',
  message: 'Your account is frozen, so this has to wait until you unfreeze it in Settings.',
  detail: undefined,
}
const freezeEverything = (person: Person) =>
  request(sql, person, async (db) => (await db`select public.freeze_my_account() as answer`)[0]?.answer as unknown)
const pay = (db: Db) => makePayment(db, { ...externalPayee, amount: '1' })
const laptop = deviceToken('laptop')
const enter = (person: Person, code: string) => as(person)`select public.enter_device_code(${laptop}, ${code})`
const askToUnfreeze = async (person: Person) =>
  (await as(person)`select public.ask_to_unfreeze() as answer`)[0]?.answer as unknown
const confirmUnfreezing = async (person: Person) => {
  const { code } = await issueCode(sql, person)
  await enter(person, code)
  return askToUnfreeze(person)
}
const unfreezeDue = async (after: string) =>
  (
    await sql`
      select count(*) filter (where private.unfreeze_if_due(p.id, now() + ${after}::interval))::integer as count
      from public.profiles p where p.unfreezes_at <= now() + ${after}::interval`
  )[0]?.count as unknown
const actionsOn = async (person: Person) =>
  (
    await sql<{ action: string }[]>`
      select action from private.audit_log where subject_id = ${person.id} and action ~ 'freeze' order by id`
  ).map(({ action }) => action)

beforeEach(() => sql`delete from private.due_mails where true`)

describe('a security mail', () => {
  test.each<[string, string, (db: Db) => PromiseLike<unknown>]>([
    ['a changed limit', 'Your daily payment limit', (db) => db`select public.set_payment_limit('100')`],
    ['a changed undo window', 'Your undo window has changed', (db) => db`select public.set_undo_window('30')`],
    [
      'a changed notification address',
      'Your notification email address has changed',
      (db) => db`update public.profiles set notification_email = 'thief@mail.example' where id = ${customer.id}`,
    ],
    [
      'a new card',
      'Your new card',
      (db) => db`select public.replace_card((select id from public.cards where user_id = ${customer.id}), 'lost')`,
    ],
    [
      'an activated card',
      'Your new card is active',
      async (db) => {
        const renewal = await renew(sql, await cardOf(sql, customer))
        await sql`delete from private.due_mails where true`
        await db`select public.activate_card(${renewal})`
      },
    ],
    [
      'an unfrozen card',
      'Your card is unfrozen',
      async (db) => {
        const { id: card } = await cardOf(sql, customer)
        await db`select public.set_card_frozen(${card}, true)`
        await db`select public.set_card_frozen(${card}, false)`
        await db`select public.set_card_frozen(${card}, false)`
      },
    ],
    [
      'a card that can do more',
      'Your card can do more',
      async (db) => {
        const { id: card } = await cardOf(sql, customer)
        await db`select public.set_card_controls(${card}, p_abroad => false, p_daily_limit => '10')`
        await db`select public.set_card_controls(${card}, p_abroad => true, p_daily_limit => '20')`
        await db`select public.set_card_controls(${card}, p_abroad => true, p_daily_limit => '20')`
      },
    ],
    [
      'a removed device',
      'A device was removed',
      async (db) => {
        const [device] = await sql`
          insert into private.devices (user_id, token_hash, name) values (${customer.id}, '\\x02', 'Chrome') returning id`
        await db`select public.remove_device(${device?.id})`
        await db`select public.remove_device(${device?.id})`
      },
    ],
  ])('tells the sign-in address about %s', async (_, title, change) => {
    await request(sql, customer, async (db) => void (await change(db)))
    expect(await take()).toEqual([
      { recipient_email: customer.email, title, freeze_token: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  test('tells the sign-in address about a changed PIN and a new device', async () => {
    await as(admin)`select public.give_random_pin(${customer.id})`
    await sql`
      insert into auth.sessions (id, user_id, created_at)
      values (${customer.sessionId}, ${customer.id}, now() + interval '1 hour') on conflict do nothing`
    await sql`select private.enrol_device(${customer.id}, ${customer.sessionId}, '\\x01')`
    await sql`select private.enrol_device(${customer.id}, ${customer.sessionId}, '\\x01')`
    expect((await take()).map(({ title }) => title).toSorted()).toEqual(['A new device', 'Your PIN has changed'])
  })

  test('comes ten times in an hour, then one names all that changed, so that others do not wait', async () => {
    for (let change = 0; change < 200; change += 1) await setUndo(customer, change % 2 === 0 ? '30' : '0')
    await as(customer)`update public.profiles set notification_email = 'thief@example.com' where id = ${customer.id}`
    await setUndo(other, '30')
    const first = await take()
    expect(first.filter(({ recipient_email: email }) => email === customer.email)).toHaveLength(10)
    expect(first.filter(({ recipient_email: email }) => email === other.email)).toHaveLength(1)
    // Nothing is lost, and the mail that collects them is not late.
    await sql`update private.due_mails set taken_until = taken_until - interval '10 minutes' where attempts = 0`
    expect(await take()).toEqual([
      {
        recipient_email: customer.email,
        title: 'More changes to your account',
        freeze_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    // What happens after it was taken is in the next one.
    await setUndo(customer, '60')
    expect(await collected()).toEqual([
      { message: 'Your undo window has changed. Your notification email address has changed.' },
      { message: 'Your undo window has changed.' },
    ])
  })

  test('does not wait for the mails about payments', async () => {
    await sql`
      insert into private.due_mails (about_id, kind, created_at)
      select gen_random_uuid(), 'payment', now() - interval '1 hour' from generate_series(1, 25)`
    await setUndo(customer, '30')
    expect(await take()).toHaveLength(1)
  })

  test('names a new device in the collected one too', async () => {
    for (let change = 0; change < 11; change += 1) await setUndo(customer, change % 2 === 0 ? '30' : '0')
    await signInAgain(sql, customer)
    expect(await collected()).toEqual([{ message: 'Your undo window has changed. A new device.' }])
  })

  test('has no link while the account is frozen and stays so', async () => {
    await freezeEverything(customer)
    expect(await take()).toMatchObject([{ title: 'Your account is frozen', freeze_token: null }])
  })
})

describe('the link in a security mail', () => {
  test('ends every session, and is the same freeze', async () => {
    const token = await tokenFor(customer)
    expect(await sql`select from private.freeze_links where token_hash = ${Buffer.from(token)}`).toHaveLength(0)
    expect(await freeze(token)).toBe(true)
    expect([await isFrozen(customer), await isFrozen(other)]).toEqual([true, false])
    expect(await sessionsOf(customer)).toEqual([])
    const back = await signInAgain(sql, customer)
    expect(await hintOfRequest(sql, back, pay)).toBe('account-frozen')
    expect(await freeze(token)).toBe(true)
    expect(await actionsOn(customer)).toEqual(['freeze_account'])
  })

  test('freezes a super admin too, who can undo it alone', async () => {
    expect(await freeze(await tokenFor(head), '192.0.2.5')).toBe(true)
    expect(await isFrozen(head)).toBe(true)
  })

  test('has no effect after 30 days', async () => {
    const token = await tokenFor(customer)
    await sql`update private.freeze_links set created_at = now() - interval '30 days' where user_id = ${customer.id}`
    expect(await freeze(token, '192.0.2.2')).toBe(false)
    expect(await isFrozen(customer)).toBe(false)
  })

  test('works after many unknown ones from the same address, which freeze nothing and say so', async () => {
    for (let count = 0; count < 6; count++) expect(await freeze('unknown', '192.0.2.3')).toBe(false)
    expect(await isFrozen(customer)).toBe(false)
    expect(await freeze(await tokenFor(customer), '192.0.2.3')).toBe(true)
    expect(await isFrozen(customer)).toBe(true)
  })
})

describe('freeze_my_account', () => {
  test('ends the other sessions, tells the owner once and drops a higher limit, also when repeated', async () => {
    const thief = await signInAgain(sql, customer)
    await as(customer)`select public.set_payment_limit('26000')`
    await sql`delete from private.due_mails where true`
    expect(await Promise.all([freezeEverything(customer), freezeEverything(customer)])).toEqual(
      expect.arrayContaining([true, false]),
    )
    expect(await sessionsOf(customer)).toEqual([customer.sessionId])
    expect(await hintOfRequest(sql, thief, (db) => db`select public.freeze_my_account()`)).toBe('session-ended')
    expect(await actionsOn(customer)).toEqual(['freeze_account'])
    expect(await take()).toHaveLength(1)
    expect([...(await as(customer)`select daily_limit, next_limit from public.get_payment_limit()`)]).toEqual([
      { daily_limit: '0', next_limit: null },
    ])
    // A later sign-in with the PIN ends too.
    await signInAgain(sql, customer)
    expect(await freezeEverything(customer)).toBe(false)
    expect(await sessionsOf(customer)).toEqual([customer.sessionId])
  })

  // The writes that a frozen account may do, with the reason.
  const allowed = [
    'answer_case', // help
    'ask_to_unfreeze', // undoes the freeze, in an hour
    'cancel_outgoing_payment', // keeps the money
    'cancel_waiting_move', // keeps the money
    'change_my_pin', // needs the code that undoes the freeze
    'choose_new_pin', // needs a link from the mail
    'end_chat', // help
    'enter_device_code', // undoes the freeze, or confirms a device
    'enter_my_pin', // changes nothing
    'freeze_by_link', // freezes
    'freeze_my_account', // freezes
    'get_email_by_pin', // signs in
    'limit_requests', // changes nothing
    'make_payment', // answers a retry of a payment; a new one is refused below
    'open_complaint', // help
    'open_current_account', // so that money can come in
    'recall_payment', // asks for money back
    'recognise_device', // signs in
    'remove_device', // also one of the thief; the owner is mailed
    'remove_passkey', // needs the proof that undoes the freeze
    'remove_push_device', // also a device of the thief; the owner is mailed
    'reopen_complaint', // help
    'report_call', // help
    'report_known_address', // tells the owner
    'report_message', // help
    'report_scam', // help
    'report_shown_error', // keeps nothing of the account
    'request_agent', // help
    'request_pin_reset', // for those who cannot sign in
    'restore_with_pin', // signs in
    'save_claim', // help
    'send_claim', // help
    'send_held_payment', // answers that the payment waits
    'set_regular_payment_state', // pausing and cancelling keep the money; resuming is refused below
    'start_passkey_sign_in', // signs in
    'stop_push', // signs out
    'touch_session', // keeps the session
    'undo_payment', // keeps the money
    'write_while_suspended', // help
  ]

  test.each(['customer', 'staff'])('stops every function of the API that writes, of %s', async (kind) => {
    const person = kind === 'customer' ? customer : await addAdmin(sql, permissions)
    if (kind === 'staff') await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'super_admin')`
    await freezeEverything(person)
    const refused: string[] = []
    const writing = (await apiCalls(sql)).filter(({ isVolatile }) => isVolatile)
    for (const { name, call } of writing) {
      const refusal = await refusalAs(sql, person, (db) => db.unsafe(call)).catch(() => null)
      if (isDeepStrictEqual(refusal, frozen)) refused.push(name)
    }
    expect(writing.map(({ name }) => name).filter((name) => !refused.includes(name))).toEqual(allowed)
  })

  test('of staff reads and changes no chat of a customer, and no rights of others', async () => {
    const agent = await addAdmin(sql, permissions)
    await sql`insert into public.user_roles (user_id, role) values (${agent.id}, 'super_admin')`
    const chat = await openChat(sql, customer)
    await request(sql, customer, (db) => sendMessage(db, chat, customer, 'Hello'))
    await freezeEverything(agent)
    for (const query of [
      'select from public.chat_conversations',
      'select from public.chat_messages',
      'delete from public.chat_messages where true returning id',
      `select from public.user_roles where user_id <> '${agent.id}'`,
      `select from public.admin_permissions where admin_id <> '${agent.id}'`,
    ])
      expect([query, await request(sql, agent, async (db) => (await db.unsafe(query)).length)]).toEqual([query, 0])
    expect(await sql`select from public.chat_messages`).toHaveLength(1)
  })

  test('reveals nothing, also what was recorded before, nor a PIN in the mailbox', async () => {
    await as(admin)`select public.send_pin_to_inbox(${customer.id})`
    await as(customer)`select public.record_card_reveal('card_number')`
    const notes = () => as(customer)`select from public.user_notifications where title = 'Your Security PIN'`
    expect(await notes()).toHaveLength(1)
    await freezeEverything(customer)
    expect(await notes()).toHaveLength(0)
    expect(await refusalAs(sql, customer, (db) => db`select public.get_my_card_secret('card_number')`)).toEqual(frozen)
  })

  test('keeps the name, the addresses and the lists as they are', async () => {
    await freezeEverything(customer)
    for (const write of [
      `update public.profiles set notification_email = 'thief@mail.example' where id = '${customer.id}'`,
      `update public.profiles set town = null where id = '${customer.id}'`,
      `update public.accounts set account_holder_name = 'Thief' where user_id = '${customer.id}'`,
      `delete from public.transactions where user_id = '${customer.id}'`,
      `delete from public.recipients where user_id = '${customer.id}'`,
      `delete from public.scheduled_payments where user_id = '${customer.id}'`,
      `delete from public.external_accounts where user_id = '${customer.id}'`,
    ])
      expect([write, await refusalAs(sql, customer, (db) => db.unsafe(write))]).toEqual([write, frozen])
  })

  test('refuses a payment, answers a retry of an earlier one, and lets money in', async () => {
    const earlier = { ...externalPayee, amount: '10', requestId: crypto.randomUUID() }
    await payAs(sql, customer, earlier)
    await freezeEverything(customer)
    expect(await refusalAs(sql, customer, pay)).toEqual(frozen)
    // Without ticked warnings, and above the balance.
    const bare = { ...payeeAt(other), name: 'Another Name', amount: '90000' }
    expect(await hintOfRequest(sql, customer, (db) => makePayment(db, bare))).toBe('account-frozen')
    expect(await payAs(sql, customer, earlier)).toMatchObject({ amount: '10.00' })
    await payAs(sql, other, { ...payeeAt(customer), amount: '7' })
    expect((await accountOf(sql, customer)).balance).toBe('4997.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('refuses a payment that has passed its checks and waits for the account', async () => {
    let paying: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`select private.freeze(${customer.id}, ${customer.sessionId})`
      paying = refusalAs(sql, customer, pay)
      await untilBlocked(sql, 'make_payment')
    })
    expect(await paying).toEqual(frozen)
    expect((await accountOf(sql, customer)).balance).toBe('5000.00')
  })

  test('declines the card with its own reason, and a refund still arrives', async () => {
    const card = await cardOf(sql, customer)
    const paid = authorisation({ card: card.id, amount: '20.00' })
    expect(await processMessage(sql, paid)).toBe('00')
    await processMessage(sql, messageAbout(paid.id, 'clear', '20.00'))
    await freezeEverything(customer)
    expect(await processMessage(sql, authorisation({ card: card.id, amount: '5.00' }))).toBe('62')
    expect(
      await sql`select from public.user_notifications where user_id = ${customer.id} and message like '%Your account is frozen.'`,
    ).toHaveLength(1)
    expect(await processMessage(sql, messageAbout(paid.id, 'refund', '20.00'))).toBe('00')
    expect((await accountOf(sql, customer)).balance).toBe('5000.00')
  })

  test('keeps held and scheduled payments waiting; they can be cancelled, and the others go on', async () => {
    await setUndoWindow(sql, customer, '30')
    const held = async (amount: string) => {
      await payAs(sql, customer, { ...externalPayee, amount })
      const [row] = await sql`
        select id from public.outgoing_payments where user_id = ${customer.id} and amount = ${amount}`
      return String(row?.id)
    }
    const [stopped, kept] = [await held('4'), await held('5')]
    const due = await request(sql, customer, (db) => scheduleFuturePayment(db, { amount: '20.00' }))
    await freezeEverything(customer)
    const send = async (id: string) =>
      (await sql`select private.send_outgoing_payment(${id}, now() + interval '2 days') as state`)[0]?.state as unknown
    expect([await send(stopped), await send(kept), await send(due)]).toEqual([null, null, null])
    await sql`update public.outgoing_payments set send_at = now() where user_id = ${customer.id} and state = 'held'`
    expect(await as(customer)`select public.send_held_payment(${kept}) as state`).toMatchObject([{ state: 'held' }])
    expect(await as(customer)`select public.undo_payment(${stopped}) as state`).toMatchObject([{ state: 'cancelled' }])
    await sql`select private.unfreeze(${customer.id})`
    expect([await send(kept), await send(due)]).toEqual(['sent', 'sent'])
    expect((await accountOf(sql, customer)).balance).toBe('4975.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('undoing a freeze', () => {
  test('needs the code and an hour, and tells the owner with a link that keeps it frozen', async () => {
    await freezeEverything(customer)
    expect(await askToUnfreeze(customer)).toBe(false)
    const { code, purpose } = await issueCode(sql, customer)
    expect(purpose).toBe('unfreeze')
    await enter(customer, code === '000000' ? '111111' : '000000')
    expect(await askToUnfreeze(customer)).toBe(false)
    await enter(customer, code)
    expect(await Promise.all([askToUnfreeze(customer), askToUnfreeze(customer)])).toEqual([true, true])
    const mails = await take()
    expect(mails.filter(({ title }) => title === 'Your account will be unfrozen')).toEqual([
      expect.objectContaining({ freeze_token: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ])

    expect(await unfreezeDue('59 minutes 59 seconds')).toBe(0)
    expect(await refusalAs(sql, customer, pay)).toEqual(frozen)
    expect(await unfreezeDue('1 hour 1 second')).toBe(1)
    expect(await unfreezeDue('1 hour 1 second')).toBe(0)
    await request(sql, customer, async (db) => void (await pay(db)))
    expect(await actionsOn(customer)).toEqual(['freeze_account', 'ask_to_unfreeze', 'unfreeze_account'])
    expect(await take()).toMatchObject([{ title: 'Your account is unfrozen' }])
  })

  // Otherwise a thief with the PIN keeps the account frozen for as long as they like, or waits for the end of the hour.
  test('is possible for an owner who first changes the PIN with a code, so that a thief cannot stop it', async () => {
    const pinOf = async () => (await sql<[{ pin: string }]>`select private.read_pin(${customer.id}) as pin`)[0].pin
    const change = async (person: Person) => {
      await as(person)`select public.enter_my_pin(${await pinOf()})`
      return hintOfRequest(sql, person, (db) => db`select public.change_my_pin(null)`)
    }
    await freezeEverything(customer)
    const thief = await signInAgain(sql, customer)
    const pin = await pinOf()
    expect(await change(thief)).toBe('field:code')
    const { code } = await issueCode(sql, customer)
    await enter(customer, code)
    // The code is that of the session which asked for it.
    expect(await change(thief)).toBe('field:code')
    expect(await change(customer)).toBeNull()
    expect(await pinOf()).not.toBe(pin)
    expect(await sessionsOf(customer)).toEqual([customer.sessionId])
    expect(await askToUnfreeze(customer)).toBe(false)
    await ageCodes(sql, customer, '2 minutes')
    expect(await confirmUnfreezing(customer)).toBe(true)
    expect(await unfreezeDue('1 hour 1 second')).toBe(1)
  })

  test('is stopped by the link in that mail, or from a session, and needs a new code', async () => {
    await freezeEverything(customer)
    await confirmUnfreezing(customer)
    const token = (await take()).find(({ freeze_token: link }) => link !== null)?.freeze_token ?? ''
    expect(await freeze(token, '192.0.2.6')).toBe(true)
    expect(await unfreezeDue('2 hours')).toBe(0)
    const back = await signInAgain(sql, customer)
    expect(await askToUnfreeze(back)).toBe(false)
    await ageCodes(sql, customer, '2 minutes')
    await confirmUnfreezing(back)
    expect(await freezeEverything(back)).toBe(true)
    expect(await unfreezeDue('2 hours')).toBe(0)
    expect(await isFrozen(customer)).toBe(true)
  })

  test('no code is given for an account that is not frozen', async () => {
    await expect(issueCode(sql, customer)).rejects.toMatchObject({ hint: 'code-not-needed' })
    expect(await askToUnfreeze(customer)).toBe(true)
    expect(await actionsOn(customer)).toEqual([])
  })

  test('that cannot be undone delays no other', async () => {
    for (const person of [customer, other]) await freezeEverything(person)
    await sql`update public.profiles set unfreezes_at = now() where id in ${sql([customer.id, other.id])}`
    await sql.unsafe(`
      create function private.break_freezes() returns trigger language plpgsql as $$
      begin
        if new.id = '${customer.id}' then perform 1 / 0; end if;
        return new;
      end $$;
      create trigger break_freezes before update on public.profiles for each row execute function private.break_freezes()`)
    try {
      await expect(runJob(sql, 'unfreeze-accounts')).rejects.toThrow('1 accounts could not be unfrozen')
      expect([await isFrozen(customer), await isFrozen(other)]).toEqual([true, false])
    } finally {
      await sql`drop function private.break_freezes() cascade`
      await unfreezeDue('0')
    }
  })

  test('of a suspended customer ends without a mail that promises payments', async () => {
    await freezeEverything(customer)
    await confirmUnfreezing(customer)
    await suspendCustomer(sql, admin, customer)
    expect(await unfreezeDue('2 hours')).toBe(1)
    const [account] = await sql`select is_frozen from public.accounts where user_id = ${customer.id}`
    expect(account).toMatchObject({ is_frozen: true })
    const mails = await as('service_role')<{ title: string; message: string }[]>`
      select title, message from public.take_due_mails() where kind = 'security'`
    expect(mails.filter(({ title }) => title === 'Your account is unfrozen')).toEqual([
      {
        title: 'Your account is unfrozen',
        message: 'The freeze that you asked for has ended. Your account is still suspended.',
      },
    ])
  })

  test('restore_user leaves it frozen', async () => {
    await freezeEverything(customer)
    await suspendCustomer(sql, admin, customer)
    await as(admin)`select public.restore_user(${customer.id})`
    expect(await isFrozen(customer)).toBe(true)
  })
})
