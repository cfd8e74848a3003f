import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntriesAbout } from '../fixtures/audit'
import { openChat, sendMessage } from '../fixtures/chat'
import { creditDue, schedulePayment, schedulePastPayment } from '../fixtures/scheduledPayments'
import { refusalAs, type Person, actingAs, refusalOf, request, withRollback, setCaller } from '../fixtures/database'
import {
  payAs,
  payeeAt,
  checkPayee,
  externalPayee,
  ledgerProblems,
  makePayment,
  sendPayment,
} from '../fixtures/payments'
import {
  accountOf,
  addAdmin,
  addCustomer,
  signUp,
  anAdmin,
  addSuperAdmin,
  withPeople,
  aCustomer,
} from '../fixtures/people'
import { callAs, pinOf } from '../fixtures/staff'

const { sql, as, admin, leaver, friend } = withPeople({
  admin: anAdmin(['approve_users', 'manage_chat']),
  leaver: (db) => addCustomer(db, `Larry ${randomUUID()}`),
  friend: aCustomer('Fiona Friend'),
})

const remove = (who: Person, person: Person) =>
  callAs<boolean>(sql, who, (db) => db`select public.delete_person(${person.id}) as answer`)
const refusalTo = (who: Person, person: Person) =>
  refusalAs(sql, who, (db) => db`select public.delete_person(${person.id})`)
const closedAccounts = async () =>
  Number(
    (
      await sql`
        select coalesce(sum(amount), 0) as total from private.ledger_entries
        where account_id = private.ledger_account('closed accounts')`
    )[0]?.total,
  )

describe('delete_person', () => {
  test('refuses the caller’s own id and every super admin', async () => {
    const superAdmin = await addSuperAdmin(sql)
    const both = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    expect(await refusalTo(admin, admin)).toEqual({ code: 'PT403', message: 'You cannot delete or suspend yourself.' })
    for (const who of [admin, both]) {
      expect(await refusalTo(who, superAdmin)).toEqual({
        code: 'PT403',
        message: 'A super admin cannot be deleted or suspended.',
      })
    }
  })

  test('deletes an admin only for a super admin', async () => {
    const colleague = await addAdmin(sql, ['manage_chat'])
    const both = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    expect(await refusalTo(admin, colleague)).toEqual({
      code: 'PT403',
      message: 'Only a super admin can delete or suspend an admin.',
    })
    expect(await remove(both, colleague)).toBe(true)
    expect(await sql`select from public.user_roles where user_id = ${colleague.id}`).toHaveLength(0)
    expect(await sql`select from public.admin_permissions where admin_id = ${colleague.id}`).toHaveLength(0)
  })

  test('deletes a user without approval and account', async () => {
    const pending = await signUp(sql)
    expect(await remove(admin, pending)).toBe(true)
    expect(await sql`select from auth.users where id = ${pending.id}`).toHaveLength(0)
  })
})

describe('a deletion', () => {
  beforeEach(async () => {
    const chat = await openChat(sql, leaver)
    await request(sql, leaver, async (db) => {
      await makePayment(db, { ...externalPayee, amount: '10', reference: 'Secret' })
      await makePayment(db, { ...payeeAt(friend), amount: '20' })
      await sendMessage(db, chat, leaver, 'My secret')
      await schedulePayment(db, { amount: '40', at: '2099-01-01T12:00:00Z' })
      await db`select public.request_agent(${chat})`
    })
    await payAs(sql, friend, { ...payeeAt(leaver), amount: '5' })
    await sql`select private.notify(${leaver.id}, 'security', 'Title', 'Message')`
    await sql`insert into private.pin_reset_requests (user_id) values (${leaver.id})`
    await sql`insert into private.attempts (key, failures) values (${`user:${leaver.id}`}, 1)`
    await sql`insert into public.admin_permissions values (${leaver.id}, 'financial_support')`
  })

  test('leaves no row that names the user, and keeps the rows of others', async () => {
    const places = await sql<{ place: string }[]>`
      select format('%I.%I', table_schema, table_name) as place from information_schema.tables
      where table_schema in ('public', 'private', 'auth') and table_type = 'BASE TABLE'`
    const placesWith = async (text: string) => {
      const found: string[] = []
      for (const { place } of places) {
        const [row] = await sql.unsafe(
          `select exists (select from ${place} r where strpos(to_jsonb(r)::text, $1) > 0) as here`,
          [text],
        )
        if (row?.here) found.push(place)
      }
      return found.toSorted()
    }
    expect(await placesWith(leaver.id)).toEqual(
      expect.arrayContaining(['auth.users', 'private.pins', 'public.chat_messages', 'public.scheduled_payments']),
    )
    const friendsRows = await sql`select id from public.transactions where user_id = ${friend.id}`

    expect(await remove(admin, leaver)).toBe(true)
    // The fact that a chat took place stays, without its text.
    expect(await placesWith(leaver.id)).toEqual([
      'private.audit_log',
      'private.chat_transcripts',
      'private.payment_orders',
    ])
    expect(await placesWith(leaver.email)).toEqual([])
    expect(await placesWith('My secret')).toEqual([])
    // The friend's payments to and from the deleted user belong to the friend.
    // The audit keeps the name.
    expect(await placesWith(leaver.account.account_holder_name)).toEqual([
      'private.audit_log',
      'public.recipients',
      'public.transactions',
    ])
    expect([...(await sql`select id from public.transactions where user_id = ${friend.id}`)]).toEqual([...friendsRows])
    expect((await accountOf(sql, friend)).balance).toBe('5015.00')
  })

  test('moves the remaining balance to the closed accounts, and the ledger agrees', async () => {
    const before = await closedAccounts()
    await remove(admin, leaver)
    expect((await closedAccounts()) - before).toBe(4975)
    expect(
      await sql`select amount from private.ledger_entries where account_id = ${leaver.account.id} order by id`,
    ).toEqual([
      { amount: '5000.00' },
      { amount: '-10.00' },
      { amount: '-20.00' },
      { amount: '5.00' },
      { amount: '-4975.00' },
    ])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a deletion is one audit entry without details of the deleted data', async () => {
    await remove(admin, leaver)
    expect(
      await sql`
        select action, subject_id, details from private.audit_log where actor_id = ${admin.id} order by id`,
    ).toEqual([{ action: 'delete_person', subject_id: leaver.id, details: { paid_out: 4975 } }])
  })

  test('ends every session: a valid token no longer reads, pays or signs in', async () => {
    const pin = await pinOf(sql, leaver)
    await remove(admin, leaver)
    await actingAs(sql, leaver, async (db) => {
      expect(await db`select id from public.profiles`).toHaveLength(0)
      expect(await db`select id from public.accounts`).toHaveLength(0)
      expect(await refusalOf(db, (q) => makePayment(q, { ...externalPayee, amount: '1' }))).toMatchObject({
        code: 'PT401',
      })
      expect(await refusalOf(db, (q) => q`select public.open_current_account()`)).toMatchObject({ code: 'PT401' })
    })
    await actingAs(sql, 'anon', async (db) => {
      expect(await db`select public.get_email_by_pin(${pin}) as found`).toEqual([{ found: [] }])
    })
  })

  test('a deletion can be repeated without effect', async () => {
    expect(await remove(admin, leaver)).toBe(true)
    expect(await remove(admin, leaver)).toBe(false)
    expect(await auditEntriesAbout(sql, [leaver.id])).toHaveLength(1)
  })

  test('moves no money when the balance is zero', async () => {
    await payAs(sql, leaver, { ...externalPayee, amount: '4975' })
    const before = await closedAccounts()
    expect(await remove(admin, leaver)).toBe(true)
    expect(await closedAccounts()).toBe(before)
  })

  test('deletes scheduled payments, also due ones', async () => {
    await schedulePastPayment(sql, leaver, { amount: '50', at: '2026-01-01T12:00:00Z' })
    await remove(admin, leaver)
    expect(await creditDue(sql)).toBe(0)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('later payments to the account are refused', async () => {
    await remove(admin, leaver)
    await expect(payAs(sql, friend, { ...payeeAt(leaver), amount: '1' })).rejects.toMatchObject({
      code: 'PT404',
      hint: 'payee-not-found',
    })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('deletes an agent’s messages and keeps the customer’s chat', async () => {
    const both = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    const chat = await openChat(sql, friend)
    await request(sql, friend, (db) => sendMessage(db, chat, friend, 'Hello'))
    await sql`
      update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${admin.id} where id = ${chat}`
    await request(sql, admin, (db) => sendMessage(db, chat, admin, 'How can I help?', 'agent'))
    expect(await remove(both, admin)).toBe(true)
    expect(
      await sql`select message from public.chat_messages where conversation_id = ${chat} order by created_at`,
    ).toEqual([{ message: 'Hello' }])
    expect(await sql`select assigned_admin_id from public.chat_conversations where id = ${chat}`).toEqual([
      { assigned_admin_id: null },
    ])
  })
})

test('rows that another user deletes in the same transaction are still audited', () =>
  withRollback(sql, async (db) => {
    const [payment] = await request(sql, friend, async (q) => [await makePayment(q, { ...externalPayee, amount: '1' })])
    await setCaller(db, admin)
    await db`select public.delete_person(${leaver.id})`
    await setCaller(db, friend)
    await db`delete from public.transactions where id = ${payment?.transaction_id ?? ''}`
    await db`select set_config('role', 'none', true)`
    expect(await auditEntriesAbout(db, [payment?.transaction_id ?? ''])).toHaveLength(1)
  }))

describe('a deletion concurrent with', () => {
  test('payments: each payment is made before it or refused, and the ledger agrees', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await addCustomer(sql, 'Busy Bea')
      // As in the app, each check is a request of its own.
      const [byFriend, byPerson] = await Promise.all([
        request(sql, friend, (db) => checkPayee(db, payeeAt(person))),
        request(sql, person, (db) => checkPayee(db, payeeAt(friend))),
      ])
      const payments = Array.from({ length: 8 }, (_, nth) =>
        request(sql, nth % 2 === 0 ? friend : person, (db) =>
          nth % 2 === 0
            ? sendPayment(db, { ...payeeAt(person), amount: '1', checkId: byFriend, warnings: ['many_new_payees'] })
            : sendPayment(db, { ...payeeAt(friend), amount: '1', checkId: byPerson }),
        ),
      )
      const [deletion, ...outcomes] = await Promise.allSettled([remove(admin, person), ...payments])
      expect(deletion).toEqual({ status: 'fulfilled', value: true })
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      // The deletion also deletes the checks of the person, without which a payment is refused.
      const isExpected = ({ code, hint }: { code: string; hint?: string }) =>
        /^PT40[134]$/.test(code) || hint === 'check-needed'
      expect(refusals.filter((refusal) => !isExpected(refusal as { code: string; hint?: string }))).toEqual([])
      expect(await sql`select from public.accounts where user_id = ${person.id}`).toHaveLength(0)
    }
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('another deletion of the same user: one succeeds', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => remove(admin, leaver)))
    expect(answers.filter(Boolean)).toEqual([true])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('the processing of the user’s scheduled payments: the ledger agrees', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await addCustomer(sql)
      for (let nth = 0; nth < 5; nth++) {
        await schedulePastPayment(sql, person, { amount: '1', at: `2026-01-0${nth + 1}T12:00:00Z` })
      }
      const [deleted] = await Promise.all([remove(admin, person), creditDue(sql)])
      expect(deleted).toBe(true)
    }
    expect(await ledgerProblems(sql)).toEqual([])
    expect(await sql`select from public.scheduled_payments where not processed and scheduled_for < now()`).toHaveLength(
      0,
    )
  })

  test('the user’s own actions: succeeds', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await addCustomer(sql)
      const chat = await openChat(sql, person)
      const [deletion] = await Promise.allSettled([
        remove(admin, person),
        request(sql, person, (db) => sendMessage(db, chat, person, 'Wait')),
        as(person)`select public.set_display_name('Another Name')`,
        as(person)`select public.open_current_account()`,
        as(person)`select public.record_card_reveal('card_number')`,
      ])
      expect(deletion).toEqual({ status: 'fulfilled', value: true })
      expect(await sql`select from auth.users where id = ${person.id}`).toHaveLength(0)
    }
  })
})
