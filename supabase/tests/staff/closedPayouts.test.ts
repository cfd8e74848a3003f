import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, claimMessages, payment, receive } from '../fixtures/banks'
import { claimClosedMails, closeAccount, closeByNotice, openClosedAccount, payOut, visit } from '../fixtures/closing'
import { type Db, type Person, hintOfRequest } from '../fixtures/database'
import { externalPayee, ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, accountOf, addAdmin, anAdmin, withPeople } from '../fixtures/people'
import { callAs, suspendCustomer } from '../fixtures/staff'

const { sql, as, agent, second, alice, bob } = withPeople({
  agent: anAdmin(['manage_cases', 'approve_users']),
  second: anAdmin(['manage_cases', 'approve_users']),
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
})

beforeEach(() => sql`delete from private.due_mails where true`)

const hintOf = (person: Person | 'anon', run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const approve = async (who: Person) => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where kind = 'case' order by id desc limit 1`
  return hintOf(who, (db) => db`select public.approve_request(${row?.id ?? ''})`)
}
const close = () => closeByNotice(sql, alice)
const closeSuspended = async () => {
  await suspendCustomer(sql, agent, alice)
  await close()
}
const payout = async () =>
  (
    await sql<{ id: string; state: string; amount: string; late: boolean; decision: string | null }[]>`
      select id, state, amount, late_at is not null as late, decision from private.cases
      where user_id = ${alice.id} and kind = 'payout' order by id desc limit 1`
  )[0]
const release = async (who: Person = agent, id?: string) => {
  const caseId = id ?? (await payout())?.id ?? ''
  return hintOf(who, (db) => db`select public.ask_payout_release(${caseId}, 'No one has claimed it')`)
}
const newestMail = async () => (await claimClosedMails(sql)).findLast(({ kind }) => kind === 'closed')
const open = async () => openClosedAccount(sql, (await newestMail())?.closed_token ?? '')
const shown = (key: string) =>
  visit<{ waiting: number; payout_waits: boolean }>(sql, (db) => db`select public.get_closed_account(${key}) as answer`)

describe('the money of a customer who was suspended at the closing', () => {
  test('waits for two people; the customer reads nothing of a reason, and is told when it is ready', async () => {
    await closeSuspended()
    const mail = await newestMail()
    expect(mail?.message).not.toContain('tell us where to send it')
    const key = await openClosedAccount(sql, mail?.closed_token ?? '')
    expect(await shown(key)).toMatchObject({ waiting: 5000, payout_waits: true })
    expect(await payOut(sql, key, payeeAt(bob))).toBe('payout-waits')
    expect(await payout()).toMatchObject({ state: 'open', amount: '5000.00' })
    const id = (await payout())?.id ?? ''
    await as(agent)`select public.record_case_view(${id})`
    expect(await callAs(sql, agent, (db) => db`select public.get_case(${id}) as answer`)).toMatchObject({
      kind: 'payout',
      amount: 5000,
      payout_grounds: [expect.stringMatching(/^The customer was suspended: .+\.$/)],
      events: [],
      customer: { full_name: 'Alice Archer' },
    })

    expect([await release(), await approve(agent)]).toEqual([null, 'own-request'])
    expect(await payOut(sql, key, payeeAt(bob))).toBe('payout-waits')
    expect(await approve(second)).toBeNull()
    expect(await newestMail()).toMatchObject({ title: 'Your money is ready' })
    expect(await shown(key)).toMatchObject({ payout_waits: false })
    expect(await payOut(sql, key, payeeAt(bob))).toBeNull()
    expect((await accountOf(sql, bob)).balance).toBe('10000.00')
    const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/London' })
    expect(
      await visit(sql, (db) => db`select public.get_closed_statement(${key}, ${today}, ${today}) as answer`),
    ).toMatchObject({
      entries: [
        { description: 'Opening deposit' },
        { description: 'Kept for you at the closing', amount: -5000 },
        { description: 'Kept for you since the closing', amount: 5000 },
        { description: 'Bob Baker', amount: -5000 },
      ],
    })
    expect(await approve(second)).toBe('already-decided')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('that comes in later waits too, also after a release', async () => {
    await addOtherBank(sql)
    const messages: Awaited<ReturnType<typeof claimMessages>> = []
    for (const amount of ['40', '60']) {
      await payAs(sql, alice, { ...externalPayee, amount })
      messages.push(...(await claimMessages(sql)).filter(({ type }) => type === 'payment'))
    }
    const reject = (index: number) =>
      answerBank(sql, messages[index], { type: 'payment-status', status: 'rejected', reason: 'AC01' })
    await closeSuspended()
    const key = await open()
    await release()
    await reject(0)
    expect(await payout()).toMatchObject({ amount: '4940.00' })
    // The request was about another amount.
    expect(await approve(second)).toBe('request-outdated')
    expect([await release(), await approve(second)]).toEqual([null, null])
    expect(await payOut(sql, key, payeeAt(bob))).toBeNull()
    await reject(1)
    expect(await payOut(sql, key, payeeAt(bob))).toBe('payout-waits')
    expect(await payout()).toMatchObject({ state: 'open' })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is overdue after seven working days, and still waits', async () => {
    await closeSuspended()
    const id = (await payout())?.id ?? ''
    const end = async (at: Date | string) =>
      (await sql<{ ended: boolean }[]>`select private.end_case(${id}, ${at}) as ended`)[0]?.ended
    const [row] = await sql<{ due_at: Date; days: number }[]>`
      select due_at, private.working_days_between(private.london_date(opened_at), private.due_day(due_at)) as days
      from private.cases where id = ${id}`
    expect(row?.days).toBe(7)
    expect([await end(row?.due_at ?? ''), await end(row?.due_at ?? '')]).toEqual([true, false])
    expect(await payout()).toMatchObject({ state: 'open', late: true })
    expect(await payOut(sql, await open(), payeeAt(bob))).toBe('payout-waits')
    expect(await sql`select private.delete_closed_user(${alice.id}, '2040-01-01') as deleted`).toEqual([
      { deleted: false },
    ])
  })
})

test('a repeated payout with another payee is refused, and the owner is told of each', async () => {
  await close()
  const [key, id] = [await open(), randomUUID()]
  expect(await payOut(sql, key, payeeAt(bob), id)).toBeNull()
  const { message } = (await newestMail()) ?? {}
  expect(message).toContain('£5,000.00 was sent to Bob Baker')
  expect([await payOut(sql, key, payeeAt(bob), id), await payOut(sql, key, externalPayee, id)]).toEqual([
    null,
    'idempotency-key-reused',
  ])
})

test('no payout goes to the closed account itself, to another closed account, or to one that does not exist', async () => {
  await payAs(sql, bob, { ...payeeAt(alice), amount: '5000' })
  expect(await closeAccount(sql, bob)).toBeNull()
  await close()
  const key = await open()
  const nobody = { ...payeeAt(bob), accountNumber: '00000001' }
  for (const payee of [payeeAt(alice), payeeAt(bob), nobody]) expect(await payOut(sql, key, payee)).not.toBeNull()
  expect(await shown(key)).toMatchObject({ waiting: 10000 })
  expect(await ledgerProblems(sql)).toEqual([])
})

test('money that waits counts as money of the user: its deletion needs two people', async () => {
  await sql`update private.settings set four_eyes_above = 1000 where only_row`
  await close()
  expect(await hintOf(agent, (db) => db`select public.delete_person(${alice.id})`)).toBe('approval-needed')
  await sql`update private.settings set four_eyes_above = null where only_row`
})

test('a customer who has no app any more is not asked questions', async () => {
  await closeSuspended()
  const id = (await payout())?.id ?? ''
  expect(await hintOf(agent, (db) => db`select public.ask_case_customer(${id}, 'What is it?')`)).toBe('not-told')
})

test('a reversal to a closed account says that the money waits, and not that it is in the account', async () => {
  const { transaction_id: paid } = await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
  expect(await closeAccount(sql, alice)).toBeNull()
  const staff = await addAdmin(sql, ['view_transactions', 'financial_support'])
  await as(staff)`select public.reverse_payment(${paid}, 'A mistake')`
  const titles = await sql<{ title: string; message: string }[]>`
    select n.title, n.message from private.due_mails m join public.user_notifications n on n.id = m.about_id
    where n.user_id = ${alice.id}`
  for (const { message } of titles) expect(message).not.toContain('back in your account')
  expect((await newestMail())?.title).toBe('Money is waiting for you')
})

describe('what others paid in goes back to them from the money that waits', () => {
  const financier = () => addAdmin(sql, ['view_transactions', 'financial_support', 'repair_transactions'])

  test('by a reversal, also while two people have to release the rest', async () => {
    const { transaction_id: paid } = await payAs(sql, bob, { ...payeeAt(alice), amount: '50' })
    await closeSuspended()
    const reverse = async () =>
      hintOf(await financier(), (db) => db`select public.reverse_payment(${paid}, 'Bob was tricked')`)
    expect([await reverse(), await reverse()]).toEqual([null, 'already-reversed'])
    expect((await accountOf(sql, bob)).balance).toBe('5000.00')
    expect(await payout()).toMatchObject({ amount: '5000.00' })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('not more than waits, also by two reversals at the same moment', async () => {
    const paid = []
    for (const amount of ['3000', '2000'])
      paid.push((await payAs(sql, bob, { ...payeeAt(alice), amount })).transaction_id)
    await payAs(sql, alice, { ...externalPayee, amount: '7000' })
    await close()
    const people = [await financier(), await financier()]
    const outcomes = await Promise.all(
      paid.map((id, index) =>
        hintOf(people[index] ?? agent, (db) => db`select public.reverse_payment(${id}, 'Bob was tricked')`),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set([null, 'recipient-short']))
    const [left] = await sql<{ waits: number }[]>`select private.money_waiting_for(${alice.id})::int as waits`
    expect([0, 1000]).toContain(left?.waits)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  describe("by a recall of the sender's bank", () => {
    let paymentId: string
    beforeEach(async () => {
      await addOtherBank(sql)
      await sql`delete from private.bank_payments where true`
      const incoming = payment(alice)
      paymentId = incoming.paymentId
      await receive(sql, incoming)
    })
    const recall = () => receive(sql, { id: randomUUID(), type: 'recall', paymentId, reason: 'fraud' })
    const stateOf = async () =>
      (await sql`select state, recall from private.bank_payments where id = ${paymentId} and not is_outgoing`)[0]
    const giveBack = async () => {
      const [row] = await sql<{ id: string }[]>`
        select movement_id as id from private.bank_payments where id = ${paymentId} and not is_outgoing`
      await as(await financier())`select public.request_return(${row?.id ?? ''}, 'A scam')`
      const [request] = await sql<{ id: string }[]>`
        select id from private.approval_requests where kind = 'recall' order by id desc limit 1`
      await as(await financier())`select public.approve_request(${request?.id ?? ''})`
    }

    test.each([closeSuspended, close])('from before the closing (%o)', async (end) => {
      await recall()
      await end()
      expect([await stateOf(), await payout()]).toMatchObject([{ recall: 'asked' }, { amount: '5012.34' }])
      expect(await payOut(sql, await open(), payeeAt(bob))).toBe('payout-waits')
      await giveBack()
      expect([await stateOf(), await payout()]).toMatchObject([{ state: 'returning' }, { amount: '5000.00' }])
      expect(await ledgerProblems(sql)).toEqual([])
    })

    test('from after it: the money waits for two people, who release it only after they have refused the other bank', async () => {
      await close()
      const key = await open()
      expect(await payout()).toBeUndefined()
      expect(await recall()).toMatchObject({ status: 'pending' })
      expect(await claimClosedMails(sql)).toEqual([])
      expect(await payOut(sql, key, payeeAt(bob))).toBe('payout-waits')
      const id = (await payout())?.id ?? ''
      await as(agent)`select public.record_case_view(${id})`
      expect(await callAs(sql, agent, (db) => db`select public.get_case(${id}) as answer`)).toMatchObject({
        asked_back: 12.34,
      })
      expect([await release(), await approve(second)]).toEqual([null, null])
      expect(await stateOf()).toEqual({ state: 'accepted', recall: 'refused' })
      expect(await payOut(sql, key, payeeAt(bob))).toBeNull()
    })

    test('that comes after the request to release it makes the request out of date', async () => {
      await recall()
      await close()
      await release()
      await sql`update private.bank_payments set recalled_at = clock_timestamp() where recall = 'asked'`
      expect(await approve(second)).toBe('request-outdated')
      await giveBack()
      expect(await stateOf()).toMatchObject({ state: 'returning' })
    })

    test('leaves nothing to decide when all of it went back', async () => {
      await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
      await recall()
      await close()
      await giveBack()
      expect(await payout()).toMatchObject({ state: 'decided', decision: 'closed' })
      expect(await stateOf()).toMatchObject({ state: 'returning', recall: 'asked' })
    })

    test('is refused when a card payment takes what waits, because nobody could answer it any more', async () => {
      await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
      await recall()
      await close()
      await sql`select private.take_card_money(gen_random_uuid(), ${alice.account.id}, 12.34, 12.34, now())`
      expect([await stateOf(), await payout()]).toMatchObject([{ recall: 'refused' }, { state: 'decided' }])
      expect(await ledgerProblems(sql)).toEqual([])
    })

    test('is refused when less than it asks for is left, and so is one that is repeated', async () => {
      await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
      await recall()
      await close()
      await sql`select private.take_card_money(gen_random_uuid(), ${alice.account.id}, 2.34, 2.34, now())`
      expect([await stateOf(), await payout()]).toMatchObject([
        { recall: 'refused' },
        { state: 'open', amount: '10.00' },
      ])
      expect(await recall()).toMatchObject({ status: 'refused' })
    })

    test('is refused at once when the money is gone', async () => {
      await close()
      expect(await payOut(sql, await open(), payeeAt(bob))).toBeNull()
      expect(await recall()).toMatchObject({ status: 'refused' })
      expect(await payout()).toBeUndefined()
    })
  })
})
