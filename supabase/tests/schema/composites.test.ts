import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addOtherBank, answerBank, takeMessages, payment, receive } from '../fixtures/banks'
import { createRegularPayment, dayFromToday } from '../fixtures/outgoingPayments'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { request } from '../fixtures/database'
import { callAs } from '../fixtures/staff'

// An upgrade appends a new field to a type (add attribute) and a new column to a table. A value that is built by position must
// have its fields in the same order in a new database and in an upgraded one, and one that is built by name works with both.

const { sql, as, alice, bob, agent } = withPeople({
  alice: aCustomer('Alice Payer'),
  bob: aCustomer('Bob Payee'),
  agent: anAdmin(['manage_cases', 'view_transactions']),
})

test('a type that is built by position, for the speed of a payment or because it is short, has a new field as the last one', async () => {
  const types = await sql<{ type: string; fields: string[] }[]>`
    select a.attrelid::regclass::text as type, array_agg(a.attname::text order by a.attnum) as fields
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'c' and a.attnum > 0 and not a.attisdropped
    group by a.attrelid`
  const fieldsOf = (type: string) => types.find((found) => found.type === type)?.fields
  expect(fieldsOf('payment_answer')).toEqual([
    'transaction_id',
    'amount',
    'balance',
    'internal',
    'created_at',
    'state',
    'send_at',
  ])
  expect(fieldsOf('private.payment_facts')?.join(' ')).toBe(
    'payee amount reference request payer_id payer_account_id payer_name payer_sort_code payer_account_number balance payee_id ' +
      'payee_account_id payee_name payee_sort_code payee_account_number is_saved is_new paid_name saved_outcome ' +
      'earlier_payments unwarned outcome is_usual is_here payload_hash warned rest_of_year changed_id',
  )
  expect(fieldsOf('private.party')).toEqual(['name', 'sort_code', 'account_number'])
  expect(fieldsOf('private.credit')).toEqual(['movement_id', 'account_id', 'amount'])
  expect(fieldsOf('private.payment_texts')).toEqual(['payer_name', 'reference'])
  expect(fieldsOf('private.word_pairs')).toEqual(['typed_left', 'holder_left', 'near', 'initials'])
})

describe('a field that an upgrade appends', () => {
  beforeAll(async () => {
    await addOtherBank(sql)
    const types =
      'incoming_payment decided_payment payment_event regular_end regular_terms matching_rules payment_evidence ' +
      'payment_assessment rule_facts mail_facts'
    for (const type of types.split(' ')) await sql.unsafe(`alter type private.${type} add attribute appended text`)
    for (const table of ['complaints', 'notification_choices', 'cases', 'bank_payments'])
      await sql.unsafe(`alter table private.${table} add column appended text`)
  })

  test('breaks no payment from another bank, and none to it that is recalled', async () => {
    expect(await receive(sql, payment(alice))).toMatchObject({ status: 'accepted' })
    const { transaction_id: id } = await payAs(sql, alice, { ...externalPayee, amount: '25.00' })
    const due = await takeMessages(sql)
    await as(alice)`select public.recall_payment(${id}, 'mistake')`
    await answerBank(
      sql,
      due.find(({ paymentId }) => paymentId === id),
      { type: 'payment-status', status: 'accepted', reason: null },
    )
    expect(await takeMessages(sql)).toMatchObject([{ type: 'recall', paymentId: id }])
  })

  test('breaks no payment with a warning, no payment review and no timeline', async () => {
    await sql`
      update private.payment_rules set active = true, threshold = 500 where name = 'first_payment' and action = 'review'`
    const { transaction_id: id } = await payAs(sql, alice, { ...payeeAt(bob), amount: '600' })
    expect(await sql`select (private.payment_review_of(${id})).kind`).toEqual([{ kind: 'payment_review' }])
    await as(agent)`select public.record_transaction_view(${id}, 'payment_review')`
    const answer = await callAs(sql, agent, (db) => db`select public.get_transaction_details(${id}) as answer`)
    expect(JSON.stringify(answer)).toContain('review')
  })

  test('breaks no regular payment, complaint, choice or mail', async () => {
    await request(sql, alice, (db) => createRegularPayment(db, { startsOn: dayFromToday(3), count: '4' }))
    expect(await sql`select payments_left from public.regular_payments where user_id = ${alice.id}`).toEqual([
      { payments_left: 4 },
    ])
    await as(alice)`select public.open_complaint('app', ${randomUUID()})`
    expect(await sql`select topic, redress_paid::integer from private.complaints`).toEqual([
      { topic: 'app', redress_paid: 0 },
    ])
    expect(await as(alice)`select mail, low_balance from public.get_notification_choices()`).toEqual([
      { mail: ['money_in', 'money_out', 'low_balance'], low_balance: null },
    ])
    expect(
      await sql`select kind, title from public.take_due_mails() where title = 'We''ve got your complaint'`,
    ).toEqual([{ kind: 'note', title: "We've got your complaint" }])
  })
})
