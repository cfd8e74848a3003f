import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages, payment, receive } from '../fixtures/banks'
import { externalPayee, ledgerProblems, payAs } from '../fixtures/payments'
import { aCustomer, withPeople } from '../fixtures/people'

// Messages that come too early, too late or in another order than they were sent. Each has a definite answer and moves no money.

const { sql, as, alice } = withPeople({ alice: aCustomer('Alice Payer') })

beforeAll(() => addOtherBank(sql))
beforeEach(async () => {
  await sql`select private.group_payments(now())`
  await sql`delete from private.bank_messages where true`
})

const recallMine = (id: string) => as(alice)`select public.recall_payment(${id}, 'mistake')`
const say = (type: string, paymentId: string, fields: object) =>
  receive(sql, { id: randomUUID(), type, paymentId, ...fields })
const giveBack = (paymentId: string, amount = '25.00') => say('return', paymentId, { amount, reason: 'AC04' })

async function inMessage() {
  const { transaction_id: id } = await payAs(sql, alice, { ...externalPayee, amount: '25.00' })
  const [message] = await takeMessages(sql)
  return { id, message }
}
async function decided(status: 'accepted' | 'rejected') {
  const { id, message } = await inMessage()
  await answerBank(sql, message, { type: 'payment-status', status, reason: status === 'rejected' ? 'AC01' : null })
  return id
}
async function recalled(status: 'accepted' | 'rejected' = 'accepted') {
  const { id, message } = await inMessage()
  await recallMine(id)
  await answerBank(sql, message, { type: 'payment-status', status, reason: status === 'rejected' ? 'AC01' : null })
  return id
}
/** A payment to Alice, as its message said, and its row in her list. */
async function paidIn(changes: Partial<ReturnType<typeof payment>> = {}) {
  const message = { ...payment(alice), ...changes }
  await receive(sql, message)
  const [row] = await sql<
    { id: string }[]
  >`select movement_id as id from private.bank_payments where id = ${message.paymentId}`
  return { message, id: row?.id ?? '' }
}
async function askedFor(returns?: boolean) {
  const { message, id } = await paidIn()
  await say('recall', message.paymentId, { reason: 'fraud' })
  if (returns !== undefined) await as(alice)`select public.answer_recall(${id}, ${returns})`
  return message
}

/** Each makes a payment, and returns the id under which the message speaks of it. */
const payments = {
  'that is not known': () => randomUUID(),
  'that is in no message yet': async () =>
    (await payAs(sql, alice, { ...externalPayee, amount: '25.00' })).transaction_id,
  'that is on its way': async () => (await inMessage()).id,
  'that was asked back on its way': async () => {
    const { id } = await inMessage()
    await recallMine(id)
    return id
  },
  'that was accepted': () => decided('accepted'),
  'that was rejected': () => decided('rejected'),
  'that was asked back': () => recalled(),
  'that was asked back and then rejected': () => recalled('rejected'),
  'that was asked back and refused': async () => {
    const id = await recalled()
    await say('recall-answer', id, { status: 'refused' })
    return id
  },
  'that was asked back and came back': async () => {
    const id = await recalled()
    await giveBack(id)
    return id
  },
  'that was returned': async () => {
    const id = await decided('accepted')
    await giveBack(id)
    return id
  },
  'of ours that was rejected': async () =>
    (await paidIn({ payee: { name: 'No', sortCode: '00-10-10', accountNumber: '00000000' } })).message.paymentId,
  'of ours': async () => (await paidIn()).message.paymentId,
  'of ours that we asked back': async () => (await askedFor()).paymentId,
  'of ours that the payee keeps': async () => (await askedFor(false)).paymentId,
  'of ours that the payee returned': async () => (await askedFor(true)).paymentId,
}

const unexpected = { type: 'received', status: 'unexpected' }
const noted = { type: 'received' }
const isAnswered = (type: string, status: string, reason?: string) => ({ type, status, ...(reason && { reason }) })

type Case = [
  what: string,
  of: keyof typeof payments,
  send: (paymentId: string) => Promise<unknown>,
  answer: object,
  problem?: 'contradiction' | 'amount',
]
const statusOf = (status: string) => (id: string) =>
  say('payment-status', id, { status, reason: status === 'rejected' ? 'AC01' : null })
const recall = (id: string) => say('recall', id, { reason: 'fraud' })
const recallAnswer = (status: string) => (id: string) => say('recall-answer', id, { status })
const again = (changes: object) => async (id: string) => {
  const [first] = await sql<{ payment: Record<string, object> }[]>`
    select m.body -> 'payments' -> 0 as payment from private.bank_messages m
    where m.type = 'payment' and m.body -> 'payments' -> 0 ->> 'paymentId' = ${id}`
  return receive(sql, { ...first?.payment, id: randomUUID(), type: 'payment', ...changes })
}

const cases: Case[] = [
  ...(['accepted', 'rejected', 'pending'] as const).flatMap((status): Case[] => [
    [`a decision (${status})`, 'that is not known', statusOf(status), unexpected],
    [`a decision (${status})`, 'that is in no message yet', statusOf(status), unexpected],
  ]),
  ['an older decision (pending)', 'that was accepted', statusOf('pending'), unexpected],
  ['an older decision (pending)', 'that was rejected', statusOf('pending'), unexpected],
  ['an older decision (accepted)', 'that was returned', statusOf('accepted'), noted],
  ['the same decision', 'that was accepted', statusOf('accepted'), noted],
  ['the same decision', 'that was rejected', statusOf('rejected'), noted],
  ['another decision', 'that was accepted', statusOf('rejected'), unexpected, 'contradiction'],
  ['another decision', 'that was rejected', statusOf('accepted'), unexpected, 'contradiction'],
  ['another decision', 'that was returned', statusOf('rejected'), unexpected, 'contradiction'],

  ['a return', 'that was rejected', giveBack, isAnswered('return-status', 'rejected', 'MS03')],
  ['another return', 'that was returned', giveBack, isAnswered('return-status', 'accepted')],
  [
    'a return of another amount',
    'that was returned',
    (id) => giveBack(id, '24.00'),
    isAnswered('return-status', 'rejected', 'AM02'),
    'amount',
  ],

  ['an answer to no recall', 'that is not known', recallAnswer('refused'), unexpected],
  ['an answer to no recall', 'that is in no message yet', recallAnswer('agreed'), unexpected],
  ['an answer to no recall', 'that is on its way', recallAnswer('refused'), unexpected],
  ['an answer to no recall', 'that was accepted', recallAnswer('refused'), unexpected],
  ['an answer to no recall', 'that was rejected', recallAnswer('agreed'), unexpected],
  ['an answer to no recall', 'that was returned', recallAnswer('agreed'), unexpected],
  ['an answer to a recall that is not sent', 'that was asked back on its way', recallAnswer('refused'), unexpected],
  [
    'an answer to a recall that was not sent',
    'that was asked back and then rejected',
    recallAnswer('refused'),
    unexpected,
  ],
  ['a consent', 'that was asked back', recallAnswer('agreed'), noted],
  ['a late consent', 'that was asked back and refused', recallAnswer('agreed'), noted],
  ['another refusal', 'that was asked back and refused', recallAnswer('refused'), noted],
  ['a consent after its money', 'that was asked back and came back', recallAnswer('agreed'), noted],
  ['a refusal', 'that was asked back and came back', recallAnswer('refused'), unexpected],

  ['a recall', 'of ours that was rejected', recall, isAnswered('recall-answer', 'refused')],
  ['another recall', 'of ours that we asked back', recall, isAnswered('recall-answer', 'pending')],
  ['another recall', 'of ours that the payee keeps', recall, isAnswered('recall-answer', 'refused')],
  ['another recall', 'of ours that the payee returned', recall, isAnswered('recall-answer', 'agreed')],

  ['a question', 'that is not known', (id) => say('status-request', id, {}), isAnswered('payment-status', 'unknown')],
  [
    'a question',
    'of ours that the payee returned',
    (id) => say('status-request', id, {}),
    isAnswered('payment-status', 'accepted'),
  ],

  ['the payment in another message', 'of ours', again({}), isAnswered('payment-statuses', 'accepted')],
  [
    'the payment in another message, with another time and another name of its payer',
    'of ours',
    again({
      madeAt: '2026-11-01T00:00:00Z',
      payer: { name: 'Otto Married', sortCode: '12-34-56', accountNumber: '87654321' },
    }),
    isAnswered('payment-statuses', 'accepted'),
  ],
  [
    'another amount under its id',
    'of ours',
    again({ amount: '99.00' }),
    isAnswered('payment-statuses', 'rejected', 'AM05'),
  ],
  [
    'another payer under its id',
    'of ours',
    again({ payer: { name: 'Otto Other', sortCode: '12-34-56', accountNumber: '11111111' } }),
    isAnswered('payment-statuses', 'rejected', 'AM05'),
  ],
  [
    'another payee under its id',
    'of ours that the payee returned',
    again({ payee: { name: 'No', sortCode: '00-10-10', accountNumber: '00000000' } }),
    isAnswered('payment-statuses', 'rejected', 'AM05'),
  ],
  [
    'another amount under its id',
    'of ours that was rejected',
    again({ amount: '99.00' }),
    isAnswered('payment-statuses', 'rejected', 'AM05'),
  ],
  [
    'the payment in another message',
    'of ours that was rejected',
    again({}),
    isAnswered('payment-statuses', 'rejected', 'AC01'),
  ],
]

/** Everything that a message can change, but for the message itself and what staff must look at. */
const everything = async () => [
  await sql`
    select
      (select jsonb_agg(t order by t.id) from public.transactions t) as transactions,
      (select jsonb_agg(a order by a.id) from public.accounts a) as accounts,
      (select jsonb_agg(to_jsonb(p) - 'problem' order by p.movement_id) from private.bank_payments p) as payments,
      (select jsonb_agg(m order by m.id) from private.bank_messages m where m.is_outgoing) as outgoing,
      (select count(*) from private.ledger_entries) as entries,
      (select count(*) from public.user_notifications) as notes,
      (select count(*) from private.due_mails) as mails,
      (select count(*) from private.case_events) as events`,
]

describe('changes nothing and is answered definitely:', () => {
  test.each(cases)('%s about a payment %s', async (_what, of, send, answer, problem) => {
    const id = await payments[of]()
    const before = await everything()
    expect(await send(id)).toMatchObject(answer)
    expect(await everything()).toEqual(before)
    const rows = await sql<{ problem: string | null }[]>`select problem from private.bank_payments where id = ${id}`
    expect(rows.map((row) => row.problem)).toEqual(rows.map(() => problem ?? null))
    expect(await ledgerProblems(sql)).toEqual([])
    expect(await sql`select * from private.verify_between_banks()`).toEqual([])
  })

  test.each([
    ['a return', 'that is not known', giveBack],
    ['a return', 'that is in no message yet', giveBack],
    ['a recall', 'that is not known', recall],
  ] as const)('%s about a payment %s, which is refused until a recovery has posted it', async (_what, of, send) => {
    const id = await payments[of]()
    const before = await everything()
    await expect(send(id)).rejects.toMatchObject({ code: 'PT404', hint: 'payment-unknown' })
    expect(await everything()).toEqual(before)
  })

  test.each(['31 days', '10 years'])('a request for a statement since %s ago', async (age) => {
    const before = await everything()
    const [row] = await sql<{ since: string }[]>`select (now() - ${age}::interval)::text as since`
    await expect(
      receive(sql, { id: randomUUID(), type: 'statement-request', since: row?.since, after: null }),
    ).rejects.toMatchObject({ code: 'PT400', hint: 'statement-too-old' })
    expect(await everything()).toEqual(before)
  })
})

test('a payment whose decision came before its message is sent', async () => {
  const id = await payments['that is in no message yet']()
  await statusOf('accepted')(id)
  expect(await takeMessages(sql)).toMatchObject([{ type: 'payment', paymentId: id }])
})
