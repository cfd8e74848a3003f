import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages, payment, receive } from '../fixtures/banks'
import {
  approveNewest,
  askPayout,
  takeClosedMails,
  closeAccount,
  expireClosingNotice,
  payOut,
} from '../fixtures/closing'
import { type Db, type Person, hintOfRequest } from '../fixtures/database'
import { externalPayee, ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, accountOf, addAdmin, anAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, agent, second, alice, bob } = withPeople({
  agent: anAdmin(['approve_users', 'financial_support']),
  second: anAdmin(['approve_users', 'financial_support']),
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
})

beforeEach(() => sql`delete from private.due_mails where true`)

const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const close = () => expireClosingNotice(sql, alice)
const pay = (payee = payeeAt(bob)) => payOut(sql, [agent, second], alice, payee)
const waiting = async () =>
  Number((await sql<{ sum: string }[]>`select private.money_waiting_for(${alice.id}) as sum`)[0]?.sum)

test('two people pay out what waits, by a checked payee, and staff see it on the page of the user', async () => {
  await close()
  await as(agent)`select public.record_user_view(${alice.id}, 'asked')`
  const page = () => callAs(sql, agent, (db) => db`select public.get_user_page(${alice.id}) as answer`)
  expect(await page()).toMatchObject({ closed_by: 'bank', waiting: 5000, asked_back: 0 })
  expect(await askPayout(sql, agent, alice, payeeAt(bob))).toBeNull()
  expect(await askPayout(sql, second, alice, externalPayee)).toBe('approval-pending')
  expect(
    await as(second)`
      select kind, amount_before::int, amount_after::int, payee from public.list_approval_requests() where user_id = ${alice.id}`,
  ).toEqual([
    {
      kind: 'payout',
      amount_before: 5000,
      amount_after: 5000,
      payee: {
        name: 'Bob Baker',
        sort_code: bob.account.sort_code,
        account_number: bob.account.account_number,
        outcome: 'match',
      },
    },
  ])
  expect([await approveNewest(sql, agent), await waiting()]).toEqual(['own-request', 5000])
  expect([await approveNewest(sql, second), await approveNewest(sql, second)]).toEqual([null, 'already-decided'])
  expect([(await accountOf(sql, bob)).balance, await waiting()]).toEqual(['10000.00', 0])
  expect(await sql`select is_closed, is_frozen, balance from public.accounts where user_id = ${alice.id}`).toEqual([
    { is_closed: true, is_frozen: true, balance: '0.00' },
  ])
  expect(await page()).toMatchObject({ waiting: 0 })
  expect(
    await sql`select details ->> 'amount' as amount from private.audit_log
      where action = 'pay_closed_money' and subject_id = ${alice.id}`,
  ).toEqual([{ amount: '5000.00' }])
  expect(await ledgerProblems(sql)).toEqual([])
})

test('needs both rights of both people, and is never about oneself', async () => {
  await close()
  for (const rights of [['approve_users'], ['financial_support'], ['manage_cases']] as const) {
    const other = await addAdmin(sql, [...rights])
    expect(await askPayout(sql, other, alice)).toBe('no-permission')
  }
  expect(await askPayout(sql, bob, alice)).toBe('no-permission')
  expect(await askPayout(sql, agent, agent)).toBe('no-permission')
  expect(await askPayout(sql, agent, alice)).toBeNull()
  const other = await addAdmin(sql, ['approve_users'])
  expect([await approveNewest(sql, other), await waiting()]).toEqual(['no-permission', 5000])
})

test('the payee must have been checked, and the name must match', async () => {
  await close()
  const ask = (check: string, { name, sortCode, accountNumber } = payeeAt(bob)) =>
    hintOf(
      agent,
      (db) => db`select public.request_payout(${alice.id}, 'Asked', ${check}, ${name}, ${sortCode}, ${accountNumber})`,
    )
  expect(await ask(randomUUID())).toBe('check-needed')
  const check = randomUUID()
  const { sort_code: sortCode, account_number: number } = bob.account
  await as(agent)`select public.check_payee(${check}, 'Bob Baker', ${sortCode}, ${number})`
  expect(await ask(check, externalPayee)).toBe('check-needed')
  for (const name of ['Zoe Other', 'Bob Bakr'])
    expect(await askPayout(sql, agent, alice, { ...payeeAt(bob), name })).toBe('field:recipient')
  expect(await askPayout(sql, agent, alice, externalPayee)).toBeNull()
})

test('no payout goes to the closed account itself, to another closed account, or to one that does not exist', async () => {
  await payAs(sql, bob, { ...payeeAt(alice), amount: '5000' })
  expect(await askPayout(sql, agent, alice, payeeAt(bob))).toBe('nothing-waits')
  await close()
  expect(await askPayout(sql, agent, alice, payeeAt(bob))).toBeNull()
  expect(await closeAccount(sql, bob)).toBeNull()
  expect([await approveNewest(sql, second), await waiting()]).toEqual(['payee-not-found', 10000])
  const nobody = { ...payeeAt(bob), accountNumber: '00000001' }
  for (const payee of [payeeAt(alice), payeeAt(bob), nobody]) expect(await pay(payee)).toBe('field:recipient')
  expect(await ledgerProblems(sql)).toEqual([])
})

test('a request is out of date once more has come in, and at most a million is paid at once', async () => {
  await addOtherBank(sql)
  await payAs(sql, alice, { ...externalPayee, amount: '40' })
  const message = (await takeMessages(sql)).find(({ type }) => type === 'payment')
  await sql`select private.adjust_balance(${alice.account.id}, 1200000, now())`
  await close()
  expect(await askPayout(sql, agent, alice)).toBeNull()
  await answerBank(sql, message, { type: 'payment-status', status: 'rejected', reason: 'AC01' })
  expect(await approveNewest(sql, second)).toBe('request-outdated')
  expect([await pay(), await waiting()]).toEqual([null, 200040])
  expect([await pay(), await waiting()]).toEqual([null, 0])
  expect(await ledgerProblems(sql)).toEqual([])
})

test('what the new bank sends back waits again, and can be paid again on the same day', async () => {
  await addOtherBank(sql)
  await close()
  expect(await pay(externalPayee)).toBeNull()
  const sent = (await takeMessages(sql)).find(({ type }) => type === 'payment')
  await takeClosedMails(sql)
  await answerBank(sql, sent, { type: 'payment-status', status: 'rejected', reason: 'AC04' })
  expect((await takeClosedMails(sql)).map(({ title }) => title)).toEqual([
    'Money came in after your account was closed',
  ])
  expect([await waiting(), await pay(), await waiting()]).toEqual([5000, null, 0])
  expect(await ledgerProblems(sql)).toEqual([])
})

test('a recovery posts a payout that was lost, from the money that waits again', async () => {
  await addOtherBank(sql)
  await close()
  const paid = {
    paymentId: randomUUID(),
    amount: '12.34',
    payer: { name: 'Alice Archer', sortCode: alice.account.sort_code, accountNumber: alice.account.account_number },
    payee: externalPayee,
    reference: 'Closed account',
    madeAt: new Date().toISOString(),
  }
  const message = { id: randomUUID(), type: 'payment', payments: [paid] }
  const entry = { paymentId: paid.paymentId, direction: 'received', state: 'accepted', message }
  const post = () => sql`select * from private.post_statement_entry('other-bank', ${sql.json(entry)})`
  expect(await post()).toEqual([{ result: 'posted', reason: null }])
  expect(await post()).toEqual([{ result: 'known', reason: null }])
  expect(await waiting()).toBe(4987.66)
  expect(await ledgerProblems(sql)).toEqual([])
})

test('money that waits counts as money of the user: its deletion needs two people', async () => {
  await sql`update private.settings set four_eyes_above = 1000 where only_row`
  await close()
  expect(await hintOf(agent, (db) => db`select public.delete_person(${alice.id})`)).toBe('approval-needed')
  await sql`update private.settings set four_eyes_above = null where only_row`
})

test('a reversal to a closed account says that money came in, and not that it is in the account', async () => {
  const { transaction_id: paid } = await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
  expect(await closeAccount(sql, alice)).toBeNull()
  const staff = await addAdmin(sql, ['view_transactions', 'financial_support'])
  await as(staff)`select public.reverse_payment(${paid}, 'A mistake')`
  expect((await takeClosedMails(sql)).map(({ title }) => title)).toEqual([
    'Your account is closed',
    'Money came in after your account was closed',
  ])
})

describe('what others paid in goes back to them from the money that waits', () => {
  const financier = () => addAdmin(sql, ['view_transactions', 'financial_support', 'repair_transactions'])

  test('by a reversal, once', async () => {
    const { transaction_id: paid } = await payAs(sql, bob, { ...payeeAt(alice), amount: '50' })
    await close()
    const reverse = async () =>
      hintOf(await financier(), (db) => db`select public.reverse_payment(${paid}, 'Bob was tricked')`)
    expect([await reverse(), await reverse()]).toEqual([null, 'already-reversed'])
    expect((await accountOf(sql, bob)).balance).toBe('5000.00')
    expect(await waiting()).toBe(5000)
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
    expect([0, 1000]).toContain(await waiting())
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

    test('from before the closing: the payment goes back, and the rest can be paid out', async () => {
      await recall()
      await close()
      expect([await stateOf(), await waiting()]).toMatchObject([{ recall: 'asked' }, 5012.34])
      await giveBack()
      expect([await stateOf(), await waiting()]).toMatchObject([{ state: 'returning' }, 5000])
      expect(await pay()).toBeNull()
      expect(await ledgerProblems(sql)).toEqual([])
    })

    test('from after it: staff see it, its owner is not told, and a payout refuses it', async () => {
      await close()
      await takeClosedMails(sql)
      expect(await recall()).toMatchObject({ status: 'pending' })
      expect(await takeClosedMails(sql)).toEqual([])
      await as(agent)`select public.record_user_view(${alice.id}, 'asked')`
      expect(await callAs(sql, agent, (db) => db`select public.get_user_page(${alice.id}) as answer`)).toMatchObject({
        asked_back: 12.34,
      })
      expect(await pay()).toBeNull()
      expect(await stateOf()).toEqual({ state: 'accepted', recall: 'refused' })
    })

    test('that comes after a request for a payout makes the request out of date', async () => {
      await close()
      expect(await askPayout(sql, agent, alice)).toBeNull()
      await recall()
      await sql`update private.bank_payments set recalled_at = clock_timestamp() where recall = 'asked'`
      expect(await approveNewest(sql, second)).toBe('request-outdated')
      await giveBack()
      expect(await stateOf()).toMatchObject({ state: 'returning' })
    })

    test('is refused when a card payment leaves less than it asks for, and so is one that is repeated', async () => {
      await payAs(sql, alice, { ...payeeAt(bob), amount: '5000' })
      await recall()
      await close()
      await sql`select private.take_card_money(gen_random_uuid(), ${alice.account.id}, 2.34, 2.34, now())`
      expect([await stateOf(), await waiting()]).toMatchObject([{ recall: 'refused' }, 10])
      expect(await recall()).toMatchObject({ status: 'refused' })
      expect(await ledgerProblems(sql)).toEqual([])
    })

    test('is refused at once when the money is gone', async () => {
      await close()
      expect(await pay()).toBeNull()
      expect(await recall()).toMatchObject({ status: 'refused' })
    })
  })
})
