import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addOtherBank, answerBank, claimMessages, payment, receive } from '../fixtures/banks'
import {
  claimClosedMails,
  closeAccount,
  closeByNotice,
  giveNotice,
  openClosedAccount,
  visit,
} from '../fixtures/closing'
import { hintOfRequest, type Person, withRollback } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { externalPayee, ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, accountOf, anAdmin, withPeople, type Customer } from '../fixtures/people'

const { sql, as, alice, bob, carl, agent, second } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  carl: aCustomer('Carl Cook'),
  agent: anAdmin(['approve_users', 'manage_cases', 'view_transactions', 'financial_support']),
  second: anAdmin(['approve_users', 'manage_cases']),
})

beforeEach(async () => {
  await sql`delete from private.due_mails where true`
  await addOtherBank(sql)
})

const balanceOf = async (person: Customer) => Number((await accountOf(sql, person)).balance)
const mails = async () => (await claimClosedMails(sql)).filter(({ kind }) => kind === 'closed')

/** Closes an empty account, and opens the page behind the link. */
async function closed(person: Customer, payee = bob) {
  await payAs(sql, person, { ...payeeAt(payee), amount: String(await balanceOf(person)) })
  expect(await closeAccount(sql, person)).toBeNull()
  return openClosedAccount(sql, (await mails()).at(-1)?.closed_token ?? '')
}

const check = (key: string, { name, sortCode, accountNumber }: typeof externalPayee) =>
  visit(sql, (db) => db`select public.check_closed_payee(${key}, ${name}, ${sortCode}, ${accountNumber}) as answer`)
const set = (key: string, { name, sortCode, accountNumber }: typeof externalPayee) =>
  hintOfRequest(sql, 'anon', (db) => db`select public.set_forwarding(${key}, ${name}, ${sortCode}, ${accountNumber})`)
async function forward(key: string, payee: typeof externalPayee) {
  await check(key, payee)
  return set(key, payee)
}
const shown = (key: string) =>
  visit<Record<string, unknown>>(sql, (db) => db`select public.get_closed_account(${key}) as answer`)
const run = () => runJob(sql, 'forward-money')
const reverse = (paid: string) => as(agent)`select public.reverse_payment(${paid}, 'Sent by mistake')`
const isSound = async () => {
  expect(await ledgerProblems(sql)).toEqual([])
  expect(await sql`select * from private.verify_between_banks()`).toEqual([])
}

test('what is paid to a closed account here is sent on, with one mail, and is in its statement', async () => {
  const key = await closed(alice)
  expect(await shown(key)).toMatchObject({ forwards_to: null, can_forward: true })
  await expect(payAs(sql, carl, { ...payeeAt(alice), amount: '25' })).rejects.toMatchObject({ hint: 'payee-not-found' })

  expect(await set(key, payeeAt(bob))).toBe('check-needed')
  expect([await forward(key, payeeAt(bob)), await set(key, payeeAt(bob))]).toEqual([null, null])
  expect(await mails()).toMatchObject([{ title: 'We send on what is paid to your closed account' }])
  expect(await shown(key)).toMatchObject({
    forwards_to: { name: 'Bob Baker', sort_code: bob.account.sort_code, account_number: bob.account.account_number },
  })

  const [had, hers] = [await balanceOf(bob), await balanceOf(alice)]
  await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })
  await payAs(sql, carl, { ...payeeAt(alice), amount: '5' })
  expect([(await shown(key))['waiting'], await mails()]).toEqual([30, []])
  // Two at once send it once.
  await Promise.all([run(), run()])
  expect([(await balanceOf(bob)) - had, await balanceOf(alice), hers, (await shown(key))['waiting']]).toEqual([
    30, 0, 0, 0,
  ])
  const [mail, ...others] = await mails()
  expect(mail).toMatchObject({ title: 'Your money is on its way', recipient_email: alice.email })
  expect(mail?.message).toContain('£30.00 was sent to Bob Baker')
  expect(mail?.message).toContain('It was paid by: Carl Cook. Please tell them your new numbers.')
  expect(others).toEqual([])
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/London' })
  expect(
    await visit(sql, (db) => db`select public.get_closed_statement(${key}, ${today}, ${today}) as answer`),
  ).toMatchObject({
    entries: [
      {},
      {},
      { description: 'Kept for you since the closing', amount: 30 },
      { description: 'Bob Baker', amount: -30 },
    ],
  })
  await isSound()
})

test('what another bank sends is accepted and sent on to another bank, once', async () => {
  const key = await closed(alice)
  const message = payment(alice)
  expect(await receive(sql, payment(alice))).toMatchObject({ status: 'rejected', reason: 'AC04' })
  expect(await forward(key, externalPayee)).toBeNull()
  expect(await receive(sql, message)).toMatchObject({ status: 'accepted' })
  expect(await receive(sql, message)).toMatchObject({ status: 'accepted' })
  expect([(await shown(key))['waiting'], await balanceOf(alice)]).toEqual([12.34, 0])
  await isSound()
  await run()
  const sent = (await claimMessages(sql)).find(({ type }) => type === 'payment')
  expect(sent).toMatchObject({
    amount: '12.34',
    payee: externalPayee,
    payer: { name: 'Alice Archer' },
    reference: 'Closed account',
  })
  await answerBank(sql, sent, { type: 'payment-status', status: 'accepted', reason: null })
  await isSound()
})

test.each(['rejected', 'returned'])(
  'what the new bank has %s waits for the owner, and nothing more is sent on',
  async (end) => {
    const key = await closed(alice)
    await forward(key, externalPayee)
    await receive(sql, payment(alice))
    await run()
    await mails()
    const sent = (await claimMessages(sql)).find(({ type }) => type === 'payment')
    const status = end === 'rejected' ? { status: 'rejected', reason: 'AC04' } : { status: 'accepted', reason: null }
    await answerBank(sql, sent, { type: 'payment-status', ...status })
    if (end === 'returned')
      await receive(sql, {
        id: randomUUID(),
        type: 'return',
        paymentId: sent?.paymentId,
        amount: '12.34',
        reason: 'AC04',
      })
    expect(await mails()).toMatchObject([{ title: 'We no longer send on your money' }])
    await run()
    expect(await shown(key)).toMatchObject({ waiting: 12.34, forwards_to: null })
    expect(await receive(sql, payment(alice))).toMatchObject({ status: 'rejected', reason: 'AC04' })
    await isSound()
  },
)

test('a payment of before the closing that comes back is sent on, and so is the next one', async () => {
  await payAs(sql, alice, { ...externalPayee, amount: '40' })
  const early = (await claimMessages(sql)).find(({ type }) => type === 'payment')
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  await answerBank(sql, early, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
  const had = await balanceOf(bob)
  await run()
  expect((await balanceOf(bob)) - had).toBe(40)
  expect(await shown(key)).toMatchObject({ waiting: 0, forwards_to: { name: 'Bob Baker' } })
  await isSound()
})

test('what staff reverse after it was sent on waits for the owner, and nothing more is sent on', async () => {
  const key = await closed(alice, carl)
  await forward(key, payeeAt(bob))
  await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })
  await run()
  const [sent] = await sql<{ id: string }[]>`
    select id from public.transactions where user_id = ${alice.id} and not incoming and reference = 'Closed account'`
  await reverse(sent?.id ?? '')
  expect((await mails()).at(-1)).toMatchObject({ title: 'We no longer send on your money' })
  await run()
  expect(await shown(key)).toMatchObject({ waiting: 25, forwards_to: null })
  await isSound()
})

test('staff reverse a payment to a closed account while its money waits, and then never', async () => {
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  const pay = async () => (await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })).transaction_id
  const had = await balanceOf(carl)
  await reverse(await pay())
  expect([(await shown(key))['waiting'], await balanceOf(carl)]).toEqual([0, had])
  const paid = await pay()
  await run()
  await expect(reverse(paid)).rejects.toMatchObject({ hint: 'recipient-short' })
  await isSound()
})

test('the mail names those whose money was sent, without those who got theirs back, and at most twenty', async () => {
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  await receive(sql, { ...payment(alice), payer: { ...payment(alice).payer, name: 'Ned Next' } })
  await reverse((await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })).transaction_id)
  await run()
  expect((await mails()).at(-1)?.message).toContain('It was paid by: Ned Next. Please')
  for (let number = 10; number < 31; number++)
    await receive(sql, { ...payment(alice), payer: { ...payment(alice).payer, name: `Payer ${number}` } })
  await run()
  expect((await mails()).at(-1)?.message).toMatch(/paid by: (Payer \d\d, ){19}Payer 29 and others\. /)
})

test('the owner has one mail about it, also with an address for mails about payments', async () => {
  await sql`update public.profiles set notification_email = 'alice@example.com' where id = ${alice.id}`
  const key = await closed(alice)
  await forward(key, externalPayee)
  await mails()
  for (let count = 0; count < 21; count++) await receive(sql, payment(alice))
  await run()
  const sent = (await claimMessages(sql)).find(({ type }) => type === 'payment')
  await answerBank(sql, sent, { type: 'payment-status', status: 'accepted', reason: null })
  const paid = await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })
  const { request_id: id } = (
    await sql<{ request_id: string }[]>`
      select request_id from private.payment_orders where movement_id = ${paid.transaction_id}`
  )[0]!
  expect(await sql`select * from private.claim_payment_notifications(${carl.id}, ${id}, 'recipient')`).toEqual([])
  expect(await sql`select kind, title from private.claim_due_mails()`).toMatchObject([
    { kind: 'closed', title: 'Your money is on its way' },
  ])
})

test('what the new bank has sent back can be sent again on the same day, whatever the amount', async () => {
  await sql`select private.adjust_balance(${carl.account.id}, 800000, now())`
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  await sql`select private.pay(${carl.id}, gen_random_uuid(), private.payment_to((${'Alice Archer'}, ${alice.account.sort_code}, ${alice.account.account_number}), '700000'), now(), 1000000)`
  await run()
  const [sent] = await sql<{ id: string }[]>`
    select id from public.transactions where user_id = ${alice.id} and not incoming and reference = 'Closed account'`
  await reverse(sent?.id ?? '')
  await forward(key, payeeAt(carl))
  await run()
  expect([(await shown(key))['waiting'], await balanceOf(alice)]).toEqual([0, 0])
})

test('a recovery posts what was sent on and lost, from the money that waits again', async () => {
  const key = await closed(alice)
  await forward(key, externalPayee)
  await receive(sql, payment(alice))
  const message = {
    id: randomUUID(),
    type: 'payment',
    payments: [
      {
        paymentId: randomUUID(),
        amount: '12.34',
        payer: {
          name: 'Alice Archer',
          sortCode: alice.account.sort_code,
          accountNumber: alice.account.account_number,
        },
        payee: externalPayee,
        reference: 'Closed account',
        madeAt: new Date().toISOString(),
      },
    ],
  }
  const entry = { paymentId: message.payments[0]?.paymentId, direction: 'received', state: 'accepted', message }
  const post = () => sql`select * from private.post_statement_entry('other-bank', ${sql.json(entry)})`
  expect(await post()).toEqual([{ result: 'posted', reason: null }])
  expect(await post()).toEqual([{ result: 'known', reason: null }])
  expect(await shown(key)).toMatchObject({ waiting: 0, forwards_to: { name: externalPayee.name } })
  await run()
  expect(
    await sql`select count(*)::int from private.bank_payments where is_outgoing and account_id = ${alice.account.id}`,
  ).toEqual([{ count: 1 }])
  await isSound()
})

test('staff who see payments see where it is sent on to', async () => {
  await forward(await closed(alice), payeeAt(bob))
  const seen = []
  for (const who of [agent, second]) {
    await as(who)`select public.record_user_view(${alice.id}, 'own_work')`
    seen.push(...(await as(who)`select public.get_user_page(${alice.id}) -> 'forwards_to' ->> 'name' as name`))
  }
  expect(seen).toEqual([{ name: 'Bob Baker' }, { name: null }])
})

test('staff stop it with a reason, and its owner, who is told, cannot begin it again', async () => {
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })
  await mails()
  const stop = (who: Person, person: Person, reason: string | null = 'Carl was tricked') =>
    hintOfRequest(sql, who, (db) => db`select public.end_user_forwarding(${person.id}, ${reason})`)
  expect([await stop(bob, alice), await stop(agent, agent), await stop(agent, alice, null)]).toEqual([
    'no-permission',
    'own-rights',
    'field:reason',
  ])
  for (const titles of [['We no longer send on your money'], []]) {
    expect([await stop(agent, alice), await stop(agent, bob)]).toEqual([null, null])
    expect((await mails()).map(({ title }) => title)).toEqual(titles)
  }
  expect(
    await sql`select details from private.audit_log where action = 'refuse_forwarding' and subject_id in (${alice.id}, ${bob.id})`,
  ).toEqual([{ details: { reason: 'Carl was tricked' } }])
  await run()
  expect(await shown(key)).toMatchObject({ waiting: 25, forwards_to: null, can_forward: false })
  expect(await forward(key, payeeAt(bob))).toBe('not-forwarded')
  await isSound()
})

test('the owner stops it, and payers get their money back again', async () => {
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })
  await mails()
  for (const titles of [['We no longer send on your money'], []]) {
    await visit(sql, (db) => db`select public.stop_forwarding(${key}) as answer`)
    expect((await mails()).map(({ title }) => title)).toEqual(titles)
  }
  await run()
  // What came in before waits.
  expect(await shown(key)).toMatchObject({ waiting: 25, forwards_to: null })
  await expect(payAs(sql, carl, { ...payeeAt(alice), amount: '25' })).rejects.toMatchObject({ hint: 'payee-not-found' })
})

test.each([
  [
    'three years after the closing',
    () =>
      sql`update public.profiles set closed_at = closed_at - interval '3 years 1 day', suspended_at = suspended_at - interval '3 years 1 day' where id = ${alice.id}`,
  ],
  ['when the account that it goes to is closed', () => closeAccount(sql, bob)],
])('it ends %s', async (_when, end) => {
  const key = await closed(alice, carl)
  await forward(key, payeeAt(bob))
  await payAs(sql, bob, { ...payeeAt(carl), amount: String(await balanceOf(bob)) })
  await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })
  await end()
  await run()
  expect(await shown(key)).toMatchObject({ waiting: 25, forwards_to: null })
  await isSound()
})

test('it cannot begin when the three years are over', async () => {
  const key = await closed(alice)
  await sql`update public.profiles set closed_at = closed_at - interval '3 years 1 day', suspended_at = suspended_at - interval '3 years 1 day' where id = ${alice.id}`
  expect(await forward(key, payeeAt(bob))).toBe('not-forwarded')
  expect(await shown(key)).toMatchObject({ can_forward: false, forwards_to: null })
})

test('the mail about a closing offers it only to those who can have it', async () => {
  await giveNotice(sql, alice)
  await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
  await sql`delete from private.due_mails where true`
  expect(await closeAccount(sql, alice)).toBeNull()
  const [mail] = await mails()
  expect(mail?.message).not.toContain('sent on')
  const key = await openClosedAccount(sql, mail?.closed_token ?? '')
  expect(await shown(key)).toMatchObject({ can_forward: false })
})

test('the checks of the ledger report an account that takes payments and should not', async () => {
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  for (const change of [sql`forwards_to = null`, sql`takes_payments = false`, sql`is_closed = false`])
    await withRollback(sql, async (db) => {
      await db`update public.accounts set ${change} where id = ${alice.account.id}`
      expect(await ledgerProblems(db)).toMatchObject([{ subject_id: alice.account.id }])
    })
})

test('two closed accounts do not send it to each other', async () => {
  const key = await closed(alice)
  await forward(key, externalPayee)
  const fromNext = { ...payment(alice), payer: externalPayee }
  expect(await receive(sql, fromNext)).toMatchObject({ status: 'rejected', reason: 'AC04' })
  // Here: the second one cannot name the first.
  const other = await closed(carl, bob)
  expect(await forward(other, payeeAt(alice))).toBe('payee-not-found')
  expect(await forward(key, payeeAt(alice))).toBe('payee-not-found')
})

test('an account that the bank has closed sends nothing on, and neither does a key that has ended', async () => {
  await closeByNotice(sql, alice)
  const key = await openClosedAccount(sql, (await mails()).at(-1)?.closed_token ?? '')
  expect(await forward(key, payeeAt(bob))).toBe('not-forwarded')
  expect(await shown(key)).toMatchObject({ can_forward: false, forwards_to: null })
  await sql`update private.closed_visits set entered_at = now() - interval '31 minutes' where user_id = ${alice.id}`
  expect(await set(key, payeeAt(bob))).toBe('visit-ended')
})

test('money that two people must release is not sent on before, and its owner is told that it waits', async () => {
  const key = await closed(alice)
  await forward(key, payeeAt(bob))
  await payAs(sql, carl, { ...payeeAt(alice), amount: '25' })
  await mails()
  await sql`select private.open_payout(${alice.id}, now())`
  await payAs(sql, carl, { ...payeeAt(alice), amount: '5' })
  expect(await mails()).toMatchObject([{ title: 'Money is waiting for you' }])
  await run()
  expect(await shown(key)).toMatchObject({ waiting: 30, payout_waits: true })
})
