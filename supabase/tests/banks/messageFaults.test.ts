import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages, inMessage, payment, receive } from '../fixtures/banks'
import { externalPayee, payAs } from '../fixtures/payments'
import { aCustomer, withPeople } from '../fixtures/people'

// Each kind of message, sent wrongly: each is refused or answered definitely, and changes nothing.

const { sql, as, alice } = withPeople({ alice: aCustomer('Alice Payer') })

beforeAll(async () => {
  await addOtherBank(sql)
  await addOtherBank(sql, { id: 'third-bank', prefixes: ['77'] })
})

/** A payment in each direction that the other bank takes part in: undecided, accepted, and received here and recalled. */
let sent = ''
let accepted = ''
let received = ''
beforeEach(async () => {
  await sql`delete from private.bank_messages where true`
  accepted = (await payAs(sql, alice, { ...externalPayee, amount: '25.00' })).transaction_id
  const due = await takeMessages(sql)
  await answerBank(
    sql,
    due.find(({ paymentId }) => paymentId === accepted),
    { type: 'payment-status', status: 'accepted', reason: null },
  )
  await as(alice)`select public.recall_payment(${accepted}, 'mistake')`
  sent = (await payAs(sql, alice, { ...externalPayee, amount: '10.00' })).transaction_id
  await takeMessages(sql)
  const incoming = payment(alice)
  received = incoming.paymentId
  await receive(sql, incoming)
})

type Made = Record<string, unknown> & { type: string }
const unexpected = { type: 'received', status: 'unexpected' }
const noAccount = { sortCode: '00-10-10', accountNumber: '12345678' }
const unknownHere = { hint: 'payment-unknown' }
/** `answer`: to a bank that the payment has nothing to do with, or its refusal. */
const messages: [string, make: () => Made, answer: Record<string, unknown>][] = [
  ['payment', () => payment(alice), { status: 'rejected', reason: 'AG01' }],
  [
    'payment-status',
    () => ({ type: 'payment-status', paymentId: sent, status: 'rejected', reason: 'AC01' }),
    unexpected,
  ],
  ['status-request', () => ({ type: 'status-request', paymentId: received }), { status: 'unknown' }],
  ['return', () => ({ type: 'return', paymentId: accepted, amount: '25.00', reason: 'AC04' }), unknownHere],
  ['recall', () => ({ type: 'recall', paymentId: received, reason: 'fraud' }), unknownHere],
  ['recall-answer', () => ({ type: 'recall-answer', paymentId: accepted, status: 'refused' }), unexpected],
  ['statement-request', () => ({ type: 'statement-request', since: new Date().toISOString(), after: null }), {}],
  [
    'name-check',
    () => ({ type: 'name-check', name: 'Zed Nobody', ...noAccount, accountType: null }),
    { outcome: 'not_found' },
  ],
]

const from = async (bank: string, message: Record<string, unknown>, signature: string | null = null) => {
  const [row] = await sql<{ answer: Record<string, unknown> & { payments?: object[] } }[]>`
    select public.receive_bank_message(${bank}, ${sql.json(inMessage(message) as postgres.JSONValue)}, ${signature}) as answer`
  return { ...row?.answer, ...row?.answer.payments?.[0] }
}
/** What a message can change for customers and for the other bank. */
const everything = () => sql`
  select
    (select jsonb_agg(t order by t.id) from public.transactions t) as transactions,
    (select jsonb_agg(a order by a.id) from public.accounts a) as accounts,
    (select jsonb_agg(p order by p.movement_id) from private.bank_payments p where p.bank_id = 'other-bank') as payments,
    (select count(*) from private.ledger_entries) as entries,
    (select count(*) from public.user_notifications) as notes,
    (select count(*) from private.due_mails) as mails,
    (select count(*) from private.bank_messages m where m.is_outgoing) as outgoing`

describe.each(messages)('a message of the type %s', (_type, make, answer) => {
  const message = () => ({ id: randomUUID(), ...make() })

  test('of a bank that the payment has nothing to do with changes nothing', async () => {
    const before = await everything()
    const answered = await from('third-bank', message()).catch(({ hint }: postgres.PostgresError) => ({ hint }))
    expect(answered).toMatchObject(answer)
    expect(await everything()).toEqual(before)
  })

  test('of a bank that is unknown or off is refused', async () => {
    const before = await everything()
    await sql`update private.banks set is_on = false where id = 'third-bank'`
    try {
      for (const bank of ['strangers', 'third-bank'])
        await expect(from(bank, message())).rejects.toMatchObject({ code: 'PT403', hint: 'bank-unknown' })
    } finally {
      await sql`update private.banks set is_on = true where id = 'third-bank'`
    }
    expect(await everything()).toEqual(before)
  })

  test('that comes again gets the same answer, and is refused with another body', async () => {
    const once = message()
    const first = await from('other-bank', once)
    const before = await everything()
    expect(await from('other-bank', once)).toEqual(first)
    await expect(from('other-bank', { ...once, more: 'Zed' })).rejects.toMatchObject({ code: 'PT409' })
    expect(await everything()).toEqual(before)
  })

  test('is refused after 20,000 new ones of its bank in an hour, and repeats are answered', async () => {
    const once = message()
    const first = await from('other-bank', once, 'signature')
    await sql`update private.banks set messages = 20000, counted_from = now() - interval '59 minutes' where id = 'other-bank'`
    const before = await everything()
    await expect(from('other-bank', message(), 'signature')).rejects.toMatchObject({
      code: 'PT429',
      hint: 'too-many-messages',
    })
    expect(await from('other-bank', once, 'signature')).toEqual(first)
    expect(await everything()).toEqual(before)
    await sql`update private.banks set counted_from = now() - interval '61 minutes' where id = 'other-bank'`
    await from('other-bank', message(), 'signature')
    expect(await sql`select messages from private.banks where id = 'other-bank'`).toEqual([{ messages: 1 }])
  })
})

describe('the refused messages of a bank', () => {
  const hour = '2026-11-28T10:00:00Z'
  const refuse = (signed: boolean, { bank = 'other-bank', at = '2026-11-28T10:59:59Z' } = {}) =>
    sql`select private.count_refused_message(${bank}, ${signed}, ${at})`
  const isThrottled = async (at: string, bank = 'other-bank') =>
    (await sql<{ is_throttled: boolean }[]>`select is_throttled from private.bank_key(${bank}, ${at})`)[0]?.is_throttled
  const setCount = (signed: boolean, refused: number) =>
    sql`update private.bank_refusals set ${sql({ refused })} where is_signed = ${signed}`
  beforeEach(() => sql`delete from private.bank_refusals where true`)

  test('are counted by the hour and whether it signed them, and not for a name that is no bank', async () => {
    await refuse(true)
    await refuse(true)
    await refuse(false)
    await refuse(true, { at: '2026-11-28T11:00:00Z' })
    await refuse(true, { bank: 'strangers' })
    expect(await sql`select * from private.bank_refusals order by hour, is_signed`).toEqual([
      { bank_id: 'other-bank', hour: new Date(hour), is_signed: false, refused: 1 },
      { bank_id: 'other-bank', hour: new Date(hour), is_signed: true, refused: 2 },
      { bank_id: 'other-bank', hour: new Date('2026-11-28T11:00:00Z'), is_signed: true, refused: 1 },
    ])
  })

  test('throttle it until the next hour from the thousandth on, and no other bank', async () => {
    await refuse(true)
    await setCount(true, 999)
    expect(await isThrottled('2026-11-28T10:30:00Z')).toBe(false)
    await refuse(true)
    expect(await isThrottled('2026-11-28T10:59:59.9Z')).toBe(true)
    expect(await isThrottled('2026-11-28T10:30:00Z', 'third-bank')).toBe(false)
    expect(await isThrottled('2026-11-28T11:00:00Z')).toBe(false)
  })

  test('do not throttle it when anyone can have sent them', async () => {
    await refuse(false)
    await setCount(false, 9999)
    await refuse(false)
    await refuse(false)
    expect(await sql`select refused from private.bank_refusals`).toEqual([{ refused: 10_000 }])
    expect(await isThrottled('2026-11-28T10:30:00Z')).toBe(false)
  })

  test('are forgotten after two days', async () => {
    await refuse(true)
    await refuse(true, { at: '2026-11-30T10:00:00Z' })
    expect(await sql`select from private.bank_refusals`).toHaveLength(2)
    await refuse(true, { at: '2026-11-30T10:00:01Z' })
    expect(await sql`select hour from private.bank_refusals`).toEqual([{ hour: new Date('2026-11-30T10:00:00Z') }])
  })
})
