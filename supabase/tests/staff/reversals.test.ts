import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { type Db, type Person, hintOfRequest, request } from '../fixtures/database'
import { scheduleFuturePayment, sendDue, setUndoWindow } from '../fixtures/outgoingPayments'
import { payAs, payeeAt, externalPayee, ledgerProblems } from '../fixtures/payments'
import {
  type Customer,
  accountOf,
  addAdmin,
  anAdmin,
  grantPermissions,
  withPeople,
  aCustomer,
} from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const rights = ['view_transactions', 'financial_support']
const { sql, as, admin, payer, payee } = withPeople({
  admin: anAdmin(rights),
  payer: aCustomer('Pam Payer'),
  payee: aCustomer('Quinn Payee'),
})
/** The transaction of the payer. */
let paid: string

beforeEach(async () => {
  await setFourEyes(null)
  paid = await pay('100')
})

async function setFourEyes(amount: number | null) {
  await sql`update private.settings set four_eyes_above = ${amount} where only_row`
}

async function pay(amount: string, from: Customer = payer, to: Customer = payee): Promise<string> {
  const { transaction_id: id } = await payAs(sql, from, { ...payeeAt(to), amount })
  return id
}

/** The hint of the refusal; null if the call succeeds, which commits it. */
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const reverse = (who: Person, id = paid, reason: string | null = 'Sent by mistake') =>
  hintOf(who, (db) => db`select public.reverse_payment(${id}, ${reason})`)
const approve = async (who: Person) => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where transaction_id = ${paid} order by id desc limit 1`
  return hintOf(who, (db) => db`select public.approve_request(${row?.id ?? ''})`)
}
const arrivalOf = async (id: string) =>
  (
    await sql<{ id: string }[]>`
    select id from public.transactions where movement_id = ${id} and incoming`
  )[0]?.id ?? ''
const balances = async () => [(await accountOf(sql, payer)).balance, (await accountOf(sql, payee)).balance]
const isReversed = async () =>
  (
    await sql<{ reversed: boolean }[]>`
      select reversed_at is not null as reversed from public.transactions
      where id in (${paid}, ${await arrivalOf(paid)})`
  ).map(({ reversed }) => reversed)
const notesOf = async (person: Person) =>
  (
    await sql<{ message: string }[]>`
      select message from public.user_notifications where user_id = ${person.id} and title like 'Payment re%'`
  ).map(({ message }) => message)
const details = async (who: Person, id = paid) => {
  await as(who)`select public.record_transaction_view(${id}, 'payment_review')`
  return callAs<Record<string, unknown>>(sql, who, (db) => db`select public.get_transaction_details(${id}) as answer`)
}
type Statement = { paid_in: number; paid_out: number; entries: { description: string; amount: number }[] }
const statementOf = (person: Person) =>
  callAs<Statement>(
    sql,
    person,
    (db) => db`
        select public.get_statement(current_date - 1, (now() at time zone 'Europe/London')::date) as answer`,
  )
const lastEntry = async (person: Person) => (await statementOf(person)).entries.at(-1)

describe('reverse_payment', () => {
  test('returns the money by a movement of its own, marks both rows and tells both customers', async () => {
    expect(await callAs(sql, admin, (db) => db`select public.reverse_payment(${paid}, 'Mistake') as answer`)).toBe(true)
    expect(await balances()).toEqual(['5000.00', '5000.00'])
    expect(await isReversed()).toEqual([true, true])
    expect(await notesOf(payer)).toEqual([
      'Your payment of £100.00 to Quinn Payee was reversed. The money is back in your account.',
    ])
    expect(await notesOf(payee)).toEqual([
      'The payment of £100.00 from Pam Payer was reversed. It was taken from your balance.',
    ])
    expect(await lastEntry(payer)).toMatchObject({ description: 'Returned: Quinn Payee', amount: 100 })
    expect(await lastEntry(payee)).toMatchObject({ description: 'Reversed: Pam Payer', amount: -100 })
    for (const person of [payer, payee]) expect(await statementOf(person)).toMatchObject({ paid_in: 0, paid_out: 0 })
    expect(
      await sql`
        select l.actor_id, l.subject_id, l.details ->> 'amount' as amount, r.reason, r.movement_id <> r.transaction_id as own
        from private.audit_log l join private.payment_reversals r on r.transaction_id = l.subject_id
        where l.action = 'reverse_payment' and l.subject_id = ${paid}`,
    ).toEqual([{ actor_id: admin.id, subject_id: paid, amount: '100.00', reason: 'Mistake', own: true }])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('makes no payee known: the money came back', async () => {
    const large = await pay('400')
    await sql`update public.recipients set created_at = now() - interval '2 days' where user_id = ${payer.id}`
    const isNew = () => sql`select paid_total, paid_count, is_new from private.saved_payees where user_id = ${payer.id}`
    expect(await isNew()).toEqual([{ paid_total: '500.00', paid_count: 2, is_new: false }])
    expect(await reverse(admin, large)).toBeNull()
    expect(await isNew()).toEqual([{ paid_total: '100.00', paid_count: 1, is_new: true }])
  })

  test("finds the payment by the payee's transaction, also after the payer has removed their row", async () => {
    const arrival = await arrivalOf(paid)
    await as(payer)`delete from public.transactions where id = ${paid}`
    expect(await reverse(admin, arrival)).toBeNull()
    expect(await balances()).toEqual(['5000.00', '5000.00'])
    expect(await lastEntry(payer)).toMatchObject({ description: 'Reversed payment' })
  })

  test.each(['payer', 'payee'])('returns a payment that was held first, found by the row of the %s', async (side) => {
    await setUndoWindow(sql, payer, '10')
    paid = await pay('40')
    expect(await reverse(admin)).toBe('not-reversible')
    await sendDue(sql, '2099-01-01')
    expect(await reverse(admin, side === 'payer' ? paid : await arrivalOf(paid))).toBeNull()
    expect(await balances()).toEqual(['4900.00', '5100.00'])
    expect(await isReversed()).toEqual([true, true])
    for (const id of [paid, await arrivalOf(paid)]) expect(await reverse(admin, id)).toBe('already-reversed')
  })

  test('a reversal is made once, also by two at the same time', async () => {
    const other = await addAdmin(sql, rights)
    expect(new Set(await Promise.all([reverse(admin), reverse(other)]))).toEqual(new Set(['already-reversed', null]))
    expect(await reverse(admin, await arrivalOf(paid))).toBe('already-reversed')
    expect(await balances()).toEqual(['5000.00', '5000.00'])
  })

  test("a reversal is refused when the recipient's balance is below the amount", async () => {
    await sql`select private.adjust_balance(${payee.account.id}, 99.99, now())`
    expect(await reverse(admin)).toBe('recipient-short')
    expect(await isReversed()).toEqual([false, false])
    expect((await details(admin)).refusal).toBe('recipient-short')
  })

  test('a reversal is refused for what is no completed payment between two customers', async () => {
    const outside = await payAs(sql, payer, { ...externalPayee, amount: '5' })
    expect(await reverse(admin, outside.transaction_id)).toBe('not-reversible')
    await as(payer)`select public.add_manual_transaction('Shop', '5')`
    const [manual] = await sql<{ id: string }[]>`
      select id from public.transactions where user_id = ${payer.id} and to_account_holder_name = 'Shop'`
    expect(await reverse(admin, manual?.id)).toBe('not-reversible')
    expect(await reverse(admin, randomUUID())).toBe('not-reversible')
    expect(await hintOf(admin, (db) => db`select public.reverse_payment(null, 'Why')`)).toBe('not-reversible')
    await sql`update public.profiles set undo_seconds = 60 where id = ${payer.id}`
    await pay('7').catch(() => undefined)
    const [held] = await sql<{ id: string }[]>`
      select id from public.outgoing_payments where user_id = ${payer.id}`
    expect(await reverse(admin, held?.id)).toBe('not-reversible')
  })

  test('a reversal is refused after the payee was deleted', async () => {
    const remover = await addAdmin(sql, ['approve_users'])
    await as(remover)`select public.delete_person(${payee.id})`
    expect(await reverse(admin)).toBe('not-reversible')
    expect((await details(admin)).refusal).toBe('not-reversible')
  })

  test.each([' ', null, '<b>', 'x'.repeat(301)])('needs a reason: %s', async (reason) => {
    expect(await reverse(admin, paid, reason)).toBe('field:reason')
    expect(await balances()).toEqual(['4900.00', '5100.00'])
  })

  test('is never for a payment of the administrator, and for one of staff by a super admin', async () => {
    await sql`insert into public.user_roles values (${payee.id}, 'admin'), (${payee.id}, 'super_admin')`
    await sql`insert into public.admin_permissions select ${payee.id}, unnest(${rights}::text[])`
    expect(await reverse(payee)).toBe('no-permission')
    // Only a super admin changes the balance of staff.
    expect(await reverse(admin)).toBe('no-permission')
    await sql`insert into public.user_roles values (${admin.id}, 'super_admin')`
    expect(await reverse(admin)).toBeNull()
    expect(await balances()).toEqual(['5000.00', '5000.00'])
  })
})

describe('with four eyes', () => {
  beforeEach(() => setFourEyes(1000))

  test('waits for a second administrator, whatever the amount', async () => {
    const second = await addAdmin(sql, rights)
    expect(await callAs(sql, admin, (db) => db`select public.reverse_payment(${paid}, 'Mistake') as answer`)).toBe(
      false,
    )
    expect(await balances()).toEqual(['4900.00', '5100.00'])
    expect(await details(admin)).toMatchObject({ is_waiting: true })
    expect(await reverse(second)).toBe('approval-pending')
    expect(await approve(admin)).toBe('own-request')
    expect(await approve(await addAdmin(sql, ['view_transactions', 'approve_users']))).toBe('no-permission')
    expect(await approve(second)).toBeNull()
    expect(await balances()).toEqual(['5000.00', '5000.00'])
    expect(await details(admin)).toMatchObject({ is_waiting: false, reversal_id: expect.any(String) })
  })

  test('fails when the recipient has spent the money, when it was reversed, and when the asker lost the right', async () => {
    const second = await addAdmin(sql, rights)
    expect(await reverse(admin)).toBeNull()
    await sql`select private.adjust_balance(${payee.account.id}, 50, now(), ${randomUUID()})`
    expect(await approve(second)).toBe('recipient-short')
    await sql`select private.adjust_balance(${payee.account.id}, 500, now(), ${randomUUID()})`
    await sql`delete from public.admin_permissions where admin_id = ${admin.id} and permission = 'financial_support'`
    expect(await approve(second)).toBe('asker-lost-right')
    await setFourEyes(null)
    expect(await reverse(second)).toBeNull()
    await setFourEyes(1000)
    expect(await approve(second)).toBe('request-outdated')
    expect((await accountOf(sql, payer)).balance).toBe('5000.00')
  })
})

describe('get_transaction_details', () => {
  type Event = { kind: string; detail?: string; account?: string; by?: string; amount?: number; until?: string }
  const timelineOf = async (id = paid) => ((await details(admin, id)).timeline ?? []) as Event[]
  const kindsOf = async (id = paid) => (await timelineOf(id)).map(({ kind }) => kind)

  test('shows both sides, and what happened from the payee check to the reversal', async () => {
    const shown = await details(admin)
    expect(shown).toMatchObject({
      user_id: payer.id,
      payer: { user_id: payer.id, name: 'Pam Payer' },
      payee: { user_id: payee.id, name: 'Quinn Payee' },
      outgoing_id: paid,
      incoming_id: await arrivalOf(paid),
      timeline: [
        { kind: 'checked', detail: 'match' },
        { kind: 'sent', account: 'Pam Payer', amount: 100 },
        { kind: 'credited', account: 'Quinn Payee', amount: 100 },
      ],
      can_reverse: true,
      refusal: null,
      reversal_id: null,
      state: null,
    })
    expect(await details(admin, await arrivalOf(paid))).toMatchObject({ outgoing_id: paid, user_id: payee.id })
    await sql`insert into private.due_mails (kind, about_id, sent_at) values ('payment', ${paid}, now())`
    await as(payer)`select public.report_scam(${paid})`
    await setFourEyes(0)
    await reverse(admin)
    expect(await approve(await addAdmin(sql, rights))).toBeNull()
    expect(await details(admin)).toMatchObject({ refusal: 'already-reversed', reversal_id: expect.any(String) })
    for (const id of [paid, await arrivalOf(paid)])
      expect((await timelineOf(id)).slice(3)).toMatchObject([
        { kind: 'mailed', detail: 'payer' },
        { kind: 'reported' },
        { kind: 'reversal_asked', by: 'Test Admin', detail: 'Sent by mistake' },
        { kind: 'reversed', by: 'Test Admin', detail: 'Sent by mistake', amount: 100 },
      ])
  })

  test('tells held, sent, mailed and returned payments apart', async () => {
    await setUndoWindow(sql, payer, '10')
    paid = await pay('40')
    expect((await timelineOf()).at(-1)).toMatchObject({ kind: 'held', until: expect.any(String) })
    await sendDue(sql, '2099-01-01')
    for (const id of [paid, await arrivalOf(paid)])
      expect((await kindsOf(id)).slice(1).toSorted()).toEqual(['credited', 'held', 'mail_waits', 'mail_waits', 'sent'])
    const undone = await pay('30')
    await as(payer)`select public.undo_payment(${undone})`
    expect((await kindsOf(undone)).slice(1)).toEqual(['held', 'undone'])
  })

  test('shows a payment to come, which has no transaction, and why it failed', async () => {
    await as(payer)`select public.set_payment_limit('1000000')`
    const id = await request(sql, payer, (db) => scheduleFuturePayment(db, { amount: '4500.00' }))
    expect(await details(admin, id)).toMatchObject({
      state: 'scheduled',
      transaction: { id, amount: 4500, status: 'pending', user_email: payer.email },
      payer: { user_id: payer.id },
      refusal: 'not-reversible',
    })
    expect((await timelineOf(id)).at(-1)).toMatchObject({ kind: 'scheduled', until: expect.any(String) })
    expect((await kindsOf(id))[0]).toBe('checked')
    await sql`select private.adjust_balance(${payer.account.id}, 1, now())`
    const [due] = await sql<
      { at: string }[]
    >`select (send_at)::text as at from public.outgoing_payments where id = ${id}`
    expect(await sendDue(sql, due?.at ?? '')).toEqual(['scheduled'])
    expect(await sendDue(sql, '2099-01-01')).toEqual(['failed'])
    expect(await details(admin, id)).toMatchObject({ state: 'failed' })
    const kinds = await kindsOf(id)
    expect(kinds).toContain('postponed')
    expect((await timelineOf(id)).at(-1)).toMatchObject({
      kind: 'failed',
      detail: "There wasn't enough money in your account.",
    })
  })

  test('shows what moved the money of a transaction that is no payment', async () => {
    await sql`select private.adjust_balance(${payer.account.id}, 1, now())`
    const [row] = await sql<{ id: string }[]>`
      select id from public.transactions where user_id = ${payer.id} and to_account_number = '00000000'`
    expect(await timelineOf(row?.id)).toMatchObject([{ kind: 'sent', account: 'Pam Payer' }])
  })

  test('shows a payment to another bank with its one side', async () => {
    const outside = await payAs(sql, payer, { ...externalPayee, amount: '5' })
    expect(await details(admin, outside.transaction_id)).toMatchObject({
      payer: { user_id: payer.id },
      payee: null,
      timeline: expect.arrayContaining([
        expect.objectContaining({ kind: 'sent', amount: 5 }),
        expect.objectContaining({ kind: 'left_bank', amount: 5 }),
      ]),
      refusal: 'not-reversible',
    })
  })

  test.each([
    ['payer', () => payer],
    ['payee', () => payee],
  ])('does not tell a %s who is staff that it was reported, or is to be reversed', async (side, person) => {
    const addRole = ({ id }: Person, role: string) => sql`insert into public.user_roles values (${id}, ${role})`
    await addRole(person(), 'admin')
    await grantPermissions(sql, person(), rights)
    const [colleague, approver] = [await addAdmin(sql, rights), await addAdmin(sql, rights)]
    for (const one of [colleague, approver]) await addRole(one, 'super_admin')
    await as(payer)`select public.report_scam(${paid})`
    await setFourEyes(0)
    expect(await reverse(colleague, paid, 'A scam of our colleague')).toBeNull()
    const kindsSeenBy = async (who: Person) => {
      const { timeline, ...rest } = await details(who)
      return { kinds: (timeline as Event[]).map(({ kind }) => kind), ...rest }
    }
    const requestsSeenBy = (who: Person) =>
      as(who)`select reason from public.list_approval_requests() where transaction_id = ${paid}`
    expect(await kindsSeenBy(admin)).toMatchObject({ kinds: expect.arrayContaining(['reported', 'reversal_asked']) })
    expect(await requestsSeenBy(admin)).toHaveLength(1)
    expect(await kindsSeenBy(person())).toMatchObject({
      // The payee sees what they see as a customer.
      kinds: side === 'payee' ? ['credited'] : ['checked', 'sent', 'credited'],
      is_waiting: false,
      refusal: null,
    })
    expect(await requestsSeenBy(person())).toEqual([])
    expect(await approve(approver)).toBeNull()
    const reversed = ((await details(person())).timeline as Event[]).at(-1)
    expect(reversed).toMatchObject({ kind: 'reversed', amount: 100, detail: null, by: null })
  })

  test("tells only those who may reverse a payment whether its payee's balance is too low", async () => {
    await sql`select private.adjust_balance(${payee.account.id}, 1, now())`
    expect(await details(admin)).toMatchObject({ can_reverse: true, refusal: 'recipient-short' })
    const viewer = await addAdmin(sql, ['view_transactions'])
    expect(await details(viewer)).toMatchObject({ can_reverse: false, refusal: null })
  })

  test('needs a transaction', async () => {
    const read = (id: string | null) => (db: Db) => db`select public.get_transaction_details(${id})`
    expect(await hintOf(admin, read(randomUUID()))).toBe('transaction-gone')
    expect(await hintOf(admin, read(null))).toBe('transaction-gone')
    const viewer = await addAdmin(sql, ['view_transactions'])
    expect(await details(viewer)).toMatchObject({ can_reverse: false })
  })
})

test('the kinds of an id are those that the reader may open', async () => {
  const kinds = (who: Person, id: string) =>
    callAs<string[]>(sql, who, (db) => db`select public.find_id_kinds(${id}) as answer`)
  const all = await addAdmin(sql, ['view_transactions', 'approve_users', 'manage_chat'])
  const chat = await openChat(sql, payer)
  for (const [id, kind] of [
    [paid, 'payment'],
    [payer.id, 'user'],
    [chat, 'chat'],
  ] as const) {
    expect(await kinds(all, id)).toEqual([kind])
    expect(await kinds(await addAdmin(sql, ['repair_transactions']), id)).toEqual([])
  }
  expect(await kinds(all, randomUUID())).toEqual([])
})

test('all these changes leave the ledger consistent', async () => {
  expect(await ledgerProblems(sql)).toEqual([])
})
