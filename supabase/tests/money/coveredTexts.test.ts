import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiAnswers } from '../fixtures/apiAnswers'
import { addOtherBank, payment as aPayment, inMessage, receive } from '../fixtures/banks'
import { type Person, hintOfRequest } from '../fixtures/database'
import { ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, alice, ben, agent } = withPeople({
  alice: aCustomer('Alice Archer'),
  ben: aCustomer('Ben Baker'),
  agent: anAdmin(['manage_chat', 'view_transactions', 'approve_users', 'manage_cases']),
})

beforeAll(() => addOtherBank(sql))

/** Alice pays Ben. Returns the id of Ben's transaction. */
async function pay(reference: string | null, amount = '1') {
  const { transaction_id: movement } = await payAs(sql, alice, { ...payeeAt(ben), amount, reference })
  const [row] = await sql<{ id: string }[]>`
    select id from public.transactions where movement_id = ${movement} and incoming`
  return row?.id ?? ''
}
/** Alice pays Ben a penny with each of these texts. */
async function payPennies(...texts: (string | null)[]) {
  const ids: string[] = []
  for (const text of texts) ids.push(await pay(text, '0.01'))
  return ids
}
/** What Ben's list says about these payments: the reference and the payer's name. */
async function shown(ids: string[]) {
  const rows = await as(ben)<{ id: string; reference: string; name: string }[]>`
    select id, reference, from_account_holder_name as name from public.transactions where id = any (${ids})`
  return ids.map((id) => {
    const row = rows.find((listed) => listed.id === id)
    return [row?.reference, row?.name]
  })
}
const coveredText = (who: Person, id: string) =>
  callAs(sql, who, (db) => db`select public.get_covered_text(${id}) as answer`)
const fromOutside = (name: string, reference: string | null, amount = '1.00') => {
  const message = aPayment(ben)
  return { ...message, amount, payer: { ...message.payer, name }, reference }
}
/** These payments in one message. */
const receiveTogether = (payments: Record<string, unknown>[]) =>
  receive(sql, { id: randomUUID(), type: 'payment', payments: payments.flatMap((one) => inMessage(one).payments) })
/** Ben's transactions for payments of the other bank. */
const listedFor = async (payments: { paymentId: string }[]) => {
  const ids = payments.map(({ paymentId }) => paymentId)
  const rows = await sql<{ id: string }[]>`
    select p.movement_id as id from private.bank_payments p where p.id = any (${ids}) order by array_position(${ids}::uuid[], p.id)`
  return rows.map(({ id }) => id)
}
const hide = (who: Person, id: string) =>
  callAs<boolean>(sql, who, (db) => db`select public.hide_sender(${id}) as answer`)
const show = (who: Person) =>
  callAs<boolean>(
    sql,
    who,
    (db) => db`select public.show_sender(${alice.account.sort_code}, ${alice.account.account_number}) as answer`,
  )

const covered = ['Covered message', 'Covered name']
const plain = (reference: string) => [reference, 'Alice Archer']

describe('small payments of a stranger', () => {
  test('are covered once there are more than three in a day, in every answer but their own', async () => {
    const first = await payPennies('zebra one', null, 'zebra three')
    expect(await shown(first)).toEqual([plain('zebra one'), plain('Payment from Alice Archer'), plain('zebra three')])
    const [fourth = ''] = await payPennies('zebra four')
    const ids = [...first, fourth]
    expect(await shown(ids)).toEqual([covered, ['Payment from Covered name', 'Covered name'], covered, covered])
    expect(await coveredText(ben, fourth)).toEqual({ reference: 'zebra four', payer_name: 'Alice Archer' })
    for (const who of [alice, agent]) expect(await coveredText(who, fourth)).toBeNull()
    expect(await as(ben)`select id from public.search_transactions('zebra')`).toHaveLength(0)
    expect(await as(alice)`select reference from public.transactions where reference = 'zebra four'`).toHaveLength(1)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test.each([
    ['their payee', () => ben, ['get_covered_text']],
    ['staff', () => agent, []],
  ])('are in the answers of these functions to %s', async (_, who, functions) => {
    const ids = await payPennies('zebra one', 'zebra two', 'zebra three', 'zebra four')
    const answers = await apiAnswers(sql, who(), [ben.id, ids[3] ?? ''], { p_reason: 'asked' })
    expect([...answers].filter(([, answer]) => answer.includes('zebra')).map(([name]) => name)).toEqual(functions)
  })

  test('are covered in the lists of staff on the payer’s row too, and not in its details', async () => {
    await payPennies('zebra one', 'zebra two', 'zebra three', 'zebra four')
    const [row] = await sql<{ id: string }[]>`
      select id from public.transactions where user_id = ${alice.id} and reference = 'zebra four'`
    const answers = await apiAnswers(sql, agent, [row?.id ?? ''], { p_reason: 'asked' })
    expect([...answers].filter(([, answer]) => answer.includes('zebra')).map(([name]) => name)).toEqual([
      'get_transaction_details',
    ])
    expect(answers.get('list_all_transactions')).toContain('Covered message')
  })

  test.each([
    ['of £1', '1.00'],
    ['of more', '20.00'],
  ])('%s are not covered', async (_what, amount) => {
    const ids = []
    for (const text of ['one', 'two', 'three', 'four']) ids.push(await pay(text, amount))
    expect(await shown(ids)).toEqual(['one', 'two', 'three', 'four'].map(plain))
  })

  test('are not covered if they are of two days', async () => {
    const ids = await payPennies('one', 'two', 'three')
    await sql`update public.transactions set created_at = now() - interval '25 hours' where id = ${ids[0] ?? ''}`
    ids.push(...(await payPennies('four')))
    expect(await shown(ids)).toEqual(['one', 'two', 'three', 'four'].map(plain))
    // The next one is the fourth of its day, and the oldest stays.
    ids.push(...(await payPennies('five')))
    expect(await shown(ids)).toEqual([plain('one'), covered, covered, covered, covered])
  })

  test('are not covered if the payee has paid their payer, unless that payment came back', async () => {
    await payAs(sql, ben, { ...payeeAt(alice), amount: '5' })
    const ids = await payPennies('one', 'two', 'three', 'four')
    expect(await shown(ids)).toEqual(['one', 'two', 'three', 'four'].map(plain))
    await sql`select private.count_as_unpaid(${ben.id}, ${alice.account.sort_code}, ${alice.account.account_number}, 5)`
    expect(await shown(await payPennies('five'))).toEqual([covered])
  })

  test('of another bank are covered with the name that it says, also when they arrive together', async () => {
    const alone = [fromOutside('First Zebra', null, '0.01'), fromOutside('Second Zebra', 'two', '0.01')]
    for (const payment of alone) await receive(sql, payment)
    const large = fromOutside('Large Zebra', 'large')
    const together = [fromOutside('Third Zebra', 'three', '0.01'), large, fromOutside('Fourth Zebra', null, '0.01')]
    await receiveTogether(together)
    const named = ['Payment from Covered name', 'Covered name']
    expect(await shown(await listedFor([...alone, ...together]))).toEqual([
      named,
      covered,
      covered,
      ['large', 'Large Zebra'],
      named,
    ])
    const [id = ''] = await listedFor(alone)
    expect(await coveredText(ben, id)).toEqual({ reference: null, payer_name: 'First Zebra' })
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('a hidden sender', () => {
  const hiddenRows = async (who: Person) =>
    (
      await as(who)<{ id: string }[]>`select t.id from public.transactions t where t.from_hidden_sender order by t.id`
    ).map(({ id }) => id)

  test('is covered from then on and before, learns nothing, and is shown again', async () => {
    const before = [await pay('call me'), await pay(null), await pay('a penny', '0.01')]
    expect(await hide(ben, before[0] ?? '')).toBe(true)
    const ids = [...before, await pay('answer me', '25'), await pay(null, '0.01')]
    expect(await shown(ids)).toEqual([
      plain('Covered message'),
      plain('Payment from Alice Archer'),
      covered,
      plain('Covered message'),
      ['Payment from Covered name', 'Covered name'],
    ])
    expect(await coveredText(ben, ids[3] ?? '')).toEqual({ reference: 'answer me', payer_name: null })
    expect(await as(ben)`select sender_name from public.list_hidden_senders()`).toEqual([
      { sender_name: 'Alice Archer' },
    ])
    expect(await as(alice)`select from public.list_hidden_senders()`).toHaveLength(0)
    // The mailbox leaves these out. The sender's own rows say nothing.
    expect(await hiddenRows(ben)).toEqual(ids.toSorted())
    expect(await hiddenRows(alice)).toEqual([])
    expect(await show(ben)).toBe(true)
    expect(await show(ben)).toBe(false)
    expect(await hiddenRows(ben)).toEqual([])
    const nothing = 'Payment from Alice Archer'
    expect(await shown([...ids, await pay('hello')])).toEqual(
      ['call me', nothing, 'a penny', 'answer me', nothing, 'hello'].map(plain),
    )
    expect(await sql`select from private.covered_texts where user_id = ${ben.id}`).toHaveLength(0)
  })

  test('at another bank is covered', async () => {
    const first = fromOutside('Otto Other', 'call me')
    await receive(sql, first)
    expect(await hide(ben, (await listedFor([first]))[0] ?? '')).toBe(true)
    const later = [fromOutside('Otto Other', 'answer me'), fromOutside('Otto Other', null)]
    await receiveTogether(later)
    expect(await shown(await listedFor([first, ...later]))).toEqual([
      ['Covered message', 'Otto Other'],
      ['Covered message', 'Otto Other'],
      ['Payment from Otto Other', 'Otto Other'],
    ])
  })

  test('only for a payment that the caller received', async () => {
    const id = await pay('call me')
    for (const who of [alice, agent]) expect(await hide(who, id)).toBe(false)
    expect(await shown([id])).toEqual([plain('call me')])
  })

  test('the covered text is deleted with the transaction', async () => {
    const id = await pay('call me')
    await hide(ben, id)
    expect(await sql`select from private.covered_texts where transaction_id = ${id}`).toHaveLength(1)
    await as(ben)`delete from public.transactions where id = ${id}`
    expect(await sql`select from private.covered_texts where transaction_id = ${id}`).toHaveLength(0)
  })
})

describe('a report', () => {
  const report = (who: Person, id: string) =>
    callAs<string>(sql, who, (db) => db`select public.report_message(${id}) as answer`)
  const reportOf = async (text: string) => report(ben, await pay(text, '25'))
  /** The open cases about Ben, as this member of staff sees them. */
  const cases = async (who: Person = agent) => {
    const ofBen = await sql<{ id: string }[]>`select id from private.cases where user_id = ${ben.id}`
    const listed = await as(who)<{ id: string; customer_name: string; amount: string; due_at: Date }[]>`
      select id, customer_name, amount, due_at from public.list_cases('open', 'messages')`
    return listed.filter(({ id }) => ofBen.some((row) => row.id === id))
  }
  const decide = (who: Person, id: string, hides: boolean) =>
    hintOfRequest(sql, who, (db) => db`select public.decide_messages(${id}, ${hides}, 'Read them')`)
  const notes = async () =>
    (
      await sql`select title from public.user_notifications where user_id = ${ben.id} and type = 'case' order by created_at`
    ).map(({ title }) => String(title))
  const texts = async (id: string) => {
    await as(agent)`select public.record_case_view(${id})`
    const answer = await callAs<{ facts: { texts: { text: string }[] } }>(
      sql,
      agent,
      (db) => db`select public.get_case(${id}) as answer`,
    )
    return answer.facts.texts.map(({ text }) => text)
  }

  test('is made by the payee alone, once, for staff who see the texts', async () => {
    await pay('the first', '25')
    const payment = await pay('the reported', '25')
    await pay('the last', '25')
    await expect(report(alice, payment)).rejects.toMatchObject({ hint: 'transaction-gone' })
    const id = await report(ben, payment)
    expect(await report(ben, payment)).toBe(id)
    expect(await cases()).toMatchObject([{ id, customer_name: 'Ben Baker', amount: '25.00' }])
    // Also those of before: staff judge what the payer has written.
    expect(await texts(id)).toEqual(['the last', 'the reported', 'the first'])
    expect(await notes()).toEqual(['You reported a message'])
    expect(await as(ben)`select id from public.list_my_cases()`).toMatchObject([{ id }])
    expect(await callAs(sql, ben, (db) => db`select public.get_my_case(${id}) as answer`)).toMatchObject({
      facts: { payer: 'Alice Archer' },
    })
    for (let count = 0; count < 20; count++) await pay('more', '25')
    expect((await texts(id)).slice(-2)).toEqual(['more', 'the reported'])
  })

  test('is decided by staff, once, who are not its payer; the payer learns nothing', async () => {
    const id = await reportOf('call me')
    await sql`insert into public.user_roles (user_id, role) values (${alice.id}, 'admin')`
    await sql`insert into public.admin_permissions values (${alice.id}, 'manage_cases')`
    expect(await cases(alice)).toEqual([])
    expect([await decide(alice, id, true), await decide(ben, id, true)]).toEqual(['case-gone', 'no-permission'])
    expect(await hintOfRequest(sql, agent, (db) => db`select public.decide_claim(${id}, false, 'Pay')`)).toBe(
      'other-kind',
    )
    expect(await decide(agent, id, true)).toBeNull()
    expect(await decide(agent, id, true)).toBe('already-decided')
    expect(await shown([await pay('answer me')])).toEqual([plain('Covered message')])
    expect(await texts(id)).toEqual(['answer me', 'call me'])
    expect(await notes()).toEqual(['You reported a message', 'About the messages to you'])
    expect(JSON.stringify(await as(alice)`select * from public.list_my_cases()`)).toBe('[]')
    await as(ben)`delete from public.transactions where incoming`
    expect(await texts(id)).toEqual([])
  })

  test('leaves the messages as they are if staff decide so', async () => {
    expect(await decide(agent, await reportOf('call me'), false)).toBeNull()
    expect(await shown([await pay('answer me')])).toEqual([plain('answer me')])
  })

  test('is made five times a day', async () => {
    const payment = await pay('hello', '25')
    for (let count = 0; count < 5; count++) await decide(agent, await report(ben, payment), false)
    expect(await hintOfRequest(sql, ben, (db) => db`select public.report_message(${payment})`)).toBe('too-many-reports')
  })

  test('hides the messages at the end of the time, also for a payee who was deleted', async () => {
    const id = await reportOf('call me')
    const [{ due_at: due } = { due_at: new Date() }] = await cases()
    const end = (at: Date) => sql<{ ended: boolean }[]>`select private.expire_case(${id}, ${at}) as ended`
    expect(await end(new Date(due.getTime() - 1000))).toEqual([{ ended: false }])
    expect(await end(due)).toEqual([{ ended: true }])
    expect(await shown([await pay('answer me')])).toEqual([plain('Covered message')])
    await as(ben)`select public.show_sender(${alice.account.sort_code}, ${alice.account.account_number})`
    const second = await reportOf('again')
    await sql`update private.cases set user_id = gen_random_uuid() where id = ${second}`
    expect(await sql`select private.expire_case(${second}, ${due}) as ended`).toEqual([{ ended: true }])
  })
})
