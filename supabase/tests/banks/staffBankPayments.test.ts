import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages, payment, receive } from '../fixtures/banks'
import { hintOfRequest, request, untilBlocked, type Db, type Person } from '../fixtures/database'
import { externalPayee, payAs } from '../fixtures/payments'
import { addAdmin, addCustomer, addSuperAdmin, anAdmin, grantPermissions, withPeople } from '../fixtures/people'

const { sql, as, operator } = withPeople({ operator: anAdmin(['repair_transactions']) })

beforeAll(() => addOtherBank(sql))
// The rows of one test are not those of the next. What they left in the ledger stays.
beforeEach(async () => {
  await sql`delete from private.bank_messages where true`
  await sql`delete from private.bank_payments where true`
})

const payer = () => addCustomer(sql, 'Paula Payer')
const pay = async (amount = '25.00') => {
  const { transaction_id: id } = await payAs(sql, await payer(), { ...externalPayee, amount })
  return id
}
const list = (filter: string) => as(operator)`select id, state from public.list_bank_payments(${filter})`
const accepted = { type: 'payment-status', status: 'accepted', reason: null }
const pending = { type: 'payment-status', status: 'pending', reason: null }
const lateOf = (person: Person) =>
  request(sql, person, async (db) => {
    const [row] = await db`select public.get_staff_overview() -> 'late_bank_payments' as late`
    return row?.late as unknown
  })

describe('the payments between banks', () => {
  test('are listed by what must be done about them, newest first and in pages', async () => {
    const done = await pay('1.00')
    await answerBank(sql, (await takeMessages(sql))[0], accepted)
    await receive(sql, payment(await payer()))
    const asked = payment(await payer())
    await receive(sql, asked)
    await receive(sql, { id: randomUUID(), type: 'recall', paymentId: asked.paymentId, reason: 'fraud' })
    const open = await pay('2.00')
    await sql`update private.bank_payments set problem = 'amount' where movement_id = ${done}`
    expect(await list('open')).toEqual([{ id: open, state: 'sent' }])
    expect(await list('problems')).toEqual([{ id: done, state: 'accepted' }])
    const [recalled] = await sql<{ id: string }[]>`
      select movement_id as id from private.bank_payments where id = ${asked.paymentId}`
    expect(await list('recalls')).toEqual([{ id: recalled?.id, state: 'accepted' }])
    const all = await as(operator)`select id from public.list_bank_payments('all')`
    expect(all).toHaveLength(4)
    expect(all[0]?.id).toBe(open)
    expect(
      await as(operator)`
        select id from public.list_bank_payments('all', 'other-bank', ${all[1]?.id ?? ''}, 1)`,
    ).toEqual([{ id: all[2]?.id }])
    expect(await as(operator)`select id from public.list_bank_payments('all', 'no-bank')`).toEqual([])
    await expect(list('other')).rejects.toMatchObject({ hint: 'field:filter' })
  })

  test('are totalled for each bank beside the sum of the account between banks', async () => {
    const [before] = await as(operator)`select ledger_total from public.total_bank_payments()`
    await pay('10.50')
    await pay('4.50')
    const totals = await as(operator)`
      select bank_id, waiting, waiting_total, recalls, problems, ledger_total, waiting_since is not null as has_age
      from public.total_bank_payments()`
    expect(totals).toMatchObject([
      { bank_id: 'other-bank', waiting_total: '15.00', has_age: true, ledger_total: expect.any(String) },
    ])
    expect(Number(totals[0]?.waiting)).toBe(2)
    expect(Number(totals[0]?.ledger_total) - Number(before?.ledger_total)).toBe(15)
    // The stored part of the sum moves on, and the sum stays.
    await sql`select private.count_between_banks(now() + interval '2 hours')`
    expect(await sql`select total from private.between_banks_total`).toEqual([{ total: totals[0]?.ledger_total }])
    expect(await as(operator)`select ledger_total from public.total_bank_payments()`).toEqual([
      { ledger_total: totals[0]?.ledger_total },
    ])
    await sql`update private.between_banks_total set counted_until = '-infinity', total = 0`
  })

  test('stand beside the messages of each bank that were refused in the last day', async () => {
    const refuse = (signed: boolean, age: string) => sql`
      select private.count_refused_message('other-bank', ${signed}, clock_timestamp() - ${age}::interval)`
    for (const age of ['0', '0', '23 hours', '25 hours']) await refuse(true, age)
    await refuse(false, '0')
    const shown = () => as(operator)`select refused, unsigned, is_throttled from public.total_bank_payments()`
    expect(await shown()).toEqual([{ refused: '3', unsigned: '1', is_throttled: false }])
    await sql`update private.bank_refusals set refused = 1000 where is_signed`
    expect(await shown()).toMatchObject([{ is_throttled: true }])
    await sql`delete from private.bank_refusals where true`
  })

  test('have their messages in order, without names and accounts', async () => {
    const id = await pay()
    await answerBank(sql, (await takeMessages(sql))[0], pending)
    await takeMessages(sql, '31 seconds')
    const messages = await as(operator)`select * from public.get_bank_messages(${id})`
    expect(messages).toMatchObject([
      { type: 'payment', is_outgoing: true, answer: 'pending', attempts: 1, next_attempt_at: null },
      { type: 'status-request', is_outgoing: true, answer: null, attempts: 1, answered_at: null },
    ])
    expect(JSON.stringify(messages)).not.toMatch(/Payer|Payee|12345678/)
    // The same id in a payment of the other bank is another payment.
    await receive(sql, { ...payment(await payer()), paymentId: id })
    expect(await as(operator)`select id from public.get_bank_messages(${id})`).toHaveLength(2)
  })

  test('count on the overview as late after two hours without a decision', async () => {
    const id = await pay('7.25')
    expect(await lateOf(operator)).toEqual({ count: 0, total: 0 })
    await sql`update private.bank_payments set created_at = now() - interval '2 hours 1 second' where movement_id = ${id}`
    expect(await lateOf(operator)).toEqual({ count: 1, total: 7.25 })
    await answerBank(sql, (await takeMessages(sql))[0], accepted)
    expect(await lateOf(operator)).toEqual({ count: 0, total: 0 })
    expect(await lateOf(await addAdmin(sql, ['view_transactions']))).toBeNull()
  })
})

describe('asking another bank again', () => {
  const ask = (id: string) => as(operator)`select public.ask_bank_again(${id})`

  test('makes the unanswered message due now, under its first id', async () => {
    const id = await pay()
    const [first] = await takeMessages(sql)
    expect(await takeMessages(sql)).toEqual([])
    await ask(id)
    expect(await takeMessages(sql)).toEqual([first])
    expect(
      await sql`select actor_id from private.audit_log where action = 'ask_bank_again' and subject_id = ${id}`,
    ).toEqual([{ actor_id: operator.id }])
  })

  test('sends the return of an incoming payment again, under its first id', async () => {
    const payee = await payer()
    const incoming = payment(payee)
    await receive(sql, incoming)
    await receive(sql, { id: randomUUID(), type: 'recall', paymentId: incoming.paymentId, reason: 'mistake' })
    const [row] = await sql<{ id: string }[]>`
      select movement_id as id from private.bank_payments where id = ${incoming.paymentId}`
    const id = row?.id ?? ''
    await as(payee)`select public.answer_recall(${id}, true)`
    const [first] = await takeMessages(sql)
    await answerBank(sql, first, { type: 'return-status', status: 'pending', reason: null })
    await ask(id)
    expect(await takeMessages(sql)).toEqual([first])
  })

  test('asks for the decision once if the payment is answered and not decided', async () => {
    const id = await pay()
    await answerBank(sql, (await takeMessages(sql))[0], pending)
    await ask(id)
    await ask(id)
    expect(await takeMessages(sql)).toMatchObject([{ type: 'status-request', paymentId: id }])
  })

  test('is refused once the other bank has decided, and for a payment that does not exist', async () => {
    const id = await pay()
    await answerBank(sql, (await takeMessages(sql))[0], accepted)
    await expect(ask(id)).rejects.toMatchObject({ code: 'PT409', hint: 'payment-finished' })
    await expect(ask(randomUUID())).rejects.toMatchObject({ code: 'PT404' })
  })
})

describe('a return without consent', () => {
  const rights = ['repair_transactions', 'financial_support']
  const recalled = async () => {
    const payee = await payer()
    const incoming = payment(payee)
    await receive(sql, incoming)
    await receive(sql, { id: randomUUID(), type: 'recall', paymentId: incoming.paymentId, reason: 'fraud' })
    const [row] = await sql<{ id: string }[]>`
      select movement_id as id from private.bank_payments where id = ${incoming.paymentId}`
    return { payee, id: row?.id ?? '' }
  }
  const hintOf = (who: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, who, run)
  const ask = (who: Person, id: string) => hintOf(who, (db) => db`select public.request_return(${id}, 'Police report')`)
  const newestRequest = async () => {
    const [row] = await sql<{ id: string }[]>`
      select id from private.approval_requests where kind = 'recall' order by id desc limit 1`
    return row?.id ?? ''
  }
  const approve = async (who: Person) => {
    const id = await newestRequest()
    return hintOf(who, (db) => db`select public.approve_request(${id})`)
  }
  const balanceOf = async ({ id }: Person) =>
    (await sql<{ balance: string }[]>`select balance from public.accounts where user_id = ${id}`)[0]?.balance

  test('needs two administrators, and tells the payee and the other bank', async () => {
    const { payee, id } = await recalled()
    const [asker, approver] = [await addAdmin(sql, rights), await addAdmin(sql, rights)]
    expect(await ask(asker, id)).toBeNull()
    expect(await ask(approver, id)).toBe('approval-pending')
    expect(await approve(asker)).toBe('own-request')
    expect(await balanceOf(payee)).toBe('5012.34')
    expect(await as(approver)`select kind, user_id from public.list_approval_requests()`).toContainEqual({
      kind: 'recall',
      user_id: payee.id,
    })
    expect(await approve(approver)).toBeNull()
    expect(await balanceOf(payee)).toBe('5000.00')
    expect(await takeMessages(sql)).toMatchObject([{ type: 'return', amount: '12.34' }])
    expect(await as(payee)`select state from public.get_bank_payment(${id})`).toEqual([{ state: 'returning' }])
    expect(
      await sql`select title from public.user_notifications where user_id = ${payee.id} order by created_at desc limit 1`,
    ).toEqual([{ title: 'Payment returned to the sender' }])
    expect(
      await sql`select actor_id from private.audit_log where action = 'return_payment' and subject_id = ${id}`,
    ).toEqual([{ actor_id: approver.id }])
  })

  test('is refused to an approver without a right, and for the own payment', async () => {
    const { id } = await recalled()
    const asker = await addAdmin(sql, rights)
    expect(await ask(asker, id)).toBeNull()
    expect(await approve(await addAdmin(sql, ['financial_support']))).toBe('no-permission')
    const own = await recalled()
    await sql`insert into public.user_roles (user_id, role) values (${own.payee.id}, 'admin')`
    await grantPermissions(sql, own.payee, rights)
    expect(await ask(own.payee, own.id)).toBe('no-permission')
    expect(await ask(asker, own.id)).toBe('no-permission')
  })

  test('is refused to an approver whose account the asker could use', async () => {
    const { payee, id } = await recalled()
    const [asker, approver] = [await addSuperAdmin(sql), await addAdmin(sql, rights)]
    await sql`insert into public.user_roles (user_id, role) values (${asker.id}, 'admin')`
    await grantPermissions(sql, asker, [...rights, 'approve_users'])
    await as(asker)`select public.record_pin_view(${approver.id})`
    expect(await ask(asker, id)).toBeNull()
    expect(await approve(approver)).toBe('not-independent')
    expect(await balanceOf(payee)).toBe('5012.34')
  })

  test('is refused for a payment that nobody asks back, or that has gone back, or whose money is spent', async () => {
    const [asker, approver] = [await addAdmin(sql, rights), await addAdmin(sql, rights)]
    const { payee, id } = await recalled()
    await sql`update private.bank_payments set recall = null, recall_reason = null, recalled_at = null where movement_id = ${id}`
    expect(await ask(asker, id)).toBe('payment-finished')
    expect(await ask(asker, randomUUID())).toBe('transaction-gone')
    const spent = await recalled()
    await payAs(sql, spent.payee, { ...externalPayee, amount: '5005.00' })
    expect(await ask(asker, spent.id)).toBeNull()
    expect(await approve(approver)).toBe('recipient-short')
    const gone = await recalled()
    expect(await ask(asker, gone.id)).toBeNull()
    await as(gone.payee)`select public.answer_recall(${gone.id}, true)`
    expect(await approve(approver)).toBe('request-outdated')
    expect(await balanceOf(gone.payee)).toBe('5000.00')
    expect(await balanceOf(payee)).toBe('5012.34')
  })

  describe('and the payee answers at the same moment', () => {
    const expectOneReturn = async (payee: Person) => {
      expect(await balanceOf(payee)).toBe('5000.00')
      expect((await takeMessages(sql)).filter(({ type }) => type === 'return')).toHaveLength(1)
      expect(await sql`select * from private.verify_ledger()`).toEqual([])
    }

    test.each([true, false])('after the approval (returns: %s): it goes back once', async (returns) => {
      const [asker, approver] = [await addAdmin(sql, rights), await addAdmin(sql, rights)]
      const { payee, id } = await recalled()
      await ask(asker, id)
      let answered: Promise<unknown> | undefined
      await request(sql, approver, async (db) => {
        await db`select public.approve_request(${await newestRequest()})`
        answered = request(sql, payee, async (own) => void (await own`select public.answer_recall(${id}, ${returns})`))
        await untilBlocked(sql, 'answer_recall')
      })
      await answered
      await expectOneReturn(payee)
    })

    test.each([
      [true, 'request-outdated'],
      [false, null],
    ])('before the approval (returns: %s): it goes back once', async (returns, hint) => {
      const [asker, approver] = [await addAdmin(sql, rights), await addAdmin(sql, rights)]
      const { payee, id } = await recalled()
      await ask(asker, id)
      let approved: Promise<string | null> | undefined
      await request(sql, payee, async (db) => {
        await db`select public.answer_recall(${id}, ${returns})`
        approved = approve(approver)
        await untilBlocked(sql, 'approve_request')
      })
      expect(await approved).toBe(hint)
      await expectOneReturn(payee)
    })
  })
})
