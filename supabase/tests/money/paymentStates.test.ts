import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { notificationCopy } from '../../../src/features/contact/notifications/copy'
import { outgoingCopy } from '../../../src/features/money/outgoing-payments/copy'
import {
  describePaymentToCome,
  readPaymentsToCome,
} from '../../../src/features/staff/staff-transactions/paymentsToCome'
import { readDetailsDocument, toTransaction } from '../../../src/features/staff/staff-transactions/readTransactions'
import { statusText } from '../../../src/features/staff/staff-transactions/statusText'
import { timelineWords } from '../../../src/features/staff/staff-transactions/timelineWords'
import { kindOf, stateOf, stateWord } from '../../../src/features/money/transactions/stateWord'
import { composePaymentMail } from '../../functions/_shared/paymentMail'
import { describeTransactions } from '../../functions/ai-chat/describe'
import { addOtherBank, answerBank, takeMessages, payment, receive } from '../fixtures/banks'
import { authorisation, cardOf, messageAbout, processMessage } from '../fixtures/cards'
import { request } from '../fixtures/database'
import { dayFromToday, scheduleFuturePayment, sendDue, setUndoWindow } from '../fixtures/outgoingPayments'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople, type Customer } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

// What became of a payment has the same words and the same amount in each place that tells it.

const { sql, as, admin, agent, ann, bob } = withPeople({
  admin: anAdmin(['view_transactions', 'financial_support']),
  agent: anAdmin(['manage_cases']),
  ann: aCustomer('Ann Payer'),
  bob: aCustomer('Bob Payee'),
})

beforeEach(async () => {
  await sql`delete from private.due_mails where true`
  await sql`delete from private.bank_messages where true`
  await sql`update public.profiles set notification_email = 'bob@example.test' where id = ${bob.id}`
})

type Row = {
  id: string
  amount: string
  incoming: boolean
  mcc: string | null
  status: string
  reversed_at: string | null
  name: string
  created_at: string
}

/** The mails that are sent now. */
async function mailsTo(person: Customer): Promise<string[]> {
  const mails = await sql<
    {
      kind: string
      title: string
      message: string
      notification_type: 'sender'
      counterparty_name: string
      amount: string
    }[]
  >`
    select m.* from public.take_due_mails() m
    join private.due_mails d on d.about_id = m.about_id
    left join public.user_notifications n on n.id = m.about_id
    left join public.transactions t on t.id = m.about_id
    where coalesce(n.user_id, t.user_id) = ${person.id} and m.kind <> 'security'`
  return mails.map((mail) =>
    mail.kind === 'note'
      ? `${mail.title}: ${mail.message}`
      : composePaymentMail({
          ...mail,
          recipient_name: '',
          sort_code: '',
          account_number: '',
          reference: null,
          created_at: new Date().toISOString(),
        }).subject,
  )
}

/** What each place says of the newest transaction of a customer. */
async function placesOf(person: Customer) {
  const [row] = await sql<Row[]>`
    select id, amount, incoming, mcc, status::text, reversed_at,
      case when incoming then from_account_holder_name else to_account_holder_name end as name, created_at::text
    from public.transactions where user_id = ${person.id} order by created_at desc, id desc limit 1`
  if (!row) throw new Error('there is no transaction')
  const state = stateOf(row.status, row.reversed_at)
  const kind = kindOf(row.incoming, row.mcc !== null)
  const mailbox: string = notificationCopy.payments[kind][state].title
  await as(admin)`select public.record_transaction_view(${row.id}, 'payment_review')`
  const details = readDetailsDocument(
    await callAs(sql, admin, (db) => db`select public.get_transaction_details(${row.id}) as answer`),
  )
  if (!details) throw new Error('the details have another shape')
  const { entries } = await callAs<{ entries: { description: string; amount: number }[] }>(
    sql,
    person,
    (db) => db`select public.get_statement(${dayFromToday(-1)}, ${dayFromToday(0)}) as answer`,
  )
  const fact = {
    amount: Number(row.amount),
    isIncoming: row.incoming,
    isCard: row.mcc !== null,
    name: row.name,
    reference: null,
    at: row.created_at,
    state,
  }
  return {
    row: `${stateWord(kind, state) ?? 'Completed'} ${row.amount}`,
    mailbox,
    mails: await mailsTo(person),
    assistant: describeTransactions([fact])
      .replace('Your last transaction: ', '')
      .replace(/ on .*\d\d:\d\d/, ''),
    staff: statusText(toTransaction(details.transaction)),
    timeline: details.timeline
      .map((event) => timelineWords(event).title)
      .filter((title) => !/^(Payee checked|Payer warned|Email)/.test(title)),
    statement: entries.map(({ description, amount }) => `${description} ${amount}`),
  }
}

async function hold() {
  await setUndoWindow(sql, ann, '60')
  await sql`delete from private.due_mails where true`
  return (await payAs(sql, ann, { ...payeeAt(bob), amount: '10' })).transaction_id
}

/** A payment with an undo window, which an agent puts under review. */
async function holdForCheck(decision?: 'release' | 'refuse') {
  const id = await hold()
  await as(agent)`select public.start_payment_review(${id}, 'A scam is going round', 'The account is new.')`
  if (decision === undefined) return
  await sql`delete from private.due_mails where true`
  const [review] = await sql<{ id: string }[]>`select id from private.payment_reviews where payment_id = ${id}`
  await as(agent)`select public.decide_payment_review(${review?.id ?? ''}, ${decision === 'refuse'}, 'We asked')`
}

async function payElsewhere(answer?: Record<string, unknown>) {
  await addOtherBank(sql)
  await payAs(sql, ann, { ...externalPayee, amount: '10' })
  const [message] = await takeMessages(sql)
  if (answer) await answerBank(sql, message, { type: 'payment-status', reason: null, ...answer })
  return message
}

async function buy(...later: ((purchase: string) => ReturnType<typeof messageAbout>)[]) {
  const purchase = authorisation({ card: (await cardOf(sql, ann)).id, amount: '10.00', merchant: 'Juniper Books' })
  for (const message of [purchase, ...later.map((about) => about(purchase.id))])
    expect(await processMessage(sql, message)).toBe('00')
}

async function reverse() {
  const { transaction_id: id } = await payAs(sql, ann, { ...payeeAt(bob), amount: '10' })
  await as(admin)`select public.reverse_payment(${id}, 'Mistake')`
}

type Places = Awaited<ReturnType<typeof placesOf>>
const pending = { row: 'Pending 10.00', mailbox: 'Payment pending', mails: [], staff: 'pending' }
const notSent = { row: 'Not sent 10.00', mailbox: 'Payment not sent', staff: 'Not sent' }
const reversed = { row: 'Reversed 10.00', mailbox: 'Payment reversed', staff: 'Reversed' }

const cases: [string, () => Promise<unknown>, () => Customer, Places][] = [
  [
    'pending while it can be undone',
    hold,
    () => ann,
    {
      ...pending,
      assistant: '£10.00 to Bob Payee (pending).',
      timeline: ['Pending: £10.00 taken from Ann Payer'],
      statement: ['Bob Payee -10'],
    },
  ],
  [
    'under review',
    () => holdForCheck(),
    () => ann,
    {
      ...pending,
      mails: [
        expect.stringMatching(/^We're checking your payment: .*£10\.00 to Bob Payee.*The account is new\./) as string,
      ],
      assistant: '£10.00 to Bob Payee (pending).',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Under review by Test Admin'],
      statement: ['Bob Payee -10'],
    },
  ],
  [
    'refused after a review',
    () => holdForCheck('refuse'),
    () => ann,
    {
      ...notSent,
      mails: [
        expect.stringMatching(/^Our decision about your payment: We did not send £10\.00 to Bob Payee\./) as string,
      ],
      assistant: '£10.00 to Bob Payee (not sent).',
      timeline: [
        'Pending: £10.00 taken from Ann Payer',
        'Under review by Test Admin',
        'Review decided: refused by Test Admin',
        'Returned: £10.00 to Ann Payer',
      ],
      statement: ['Bob Payee -10', 'Returned: Bob Payee 10'],
    },
  ],
  [
    'released after a review',
    () => holdForCheck('release'),
    () => ann,
    {
      row: 'Completed 10.00',
      mailbox: 'Payment sent',
      mails: expect.arrayContaining(['You paid £10.00 to Bob Payee']) as string[],
      assistant: '£10.00 paid to Bob Payee.',
      staff: 'completed',
      timeline: [
        'Pending: £10.00 taken from Ann Payer',
        'Under review by Test Admin',
        'Review decided: released by Test Admin',
        'Sent: £10.00',
        'Credited: £10.00 to Bob Payee',
      ],
      statement: ['Bob Payee -10'],
    },
  ],
  [
    'undone',
    async () => {
      const id = await hold()
      await as(ann)`select public.undo_payment(${id})`
    },
    () => ann,
    {
      ...notSent,
      mails: [],
      assistant: '£10.00 to Bob Payee (not sent).',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Undone by the payer: £10.00 returned'],
      statement: ['Bob Payee -10', 'Returned: Bob Payee 10'],
    },
  ],
  [
    'completed, for the payer',
    async () => {
      const id = await hold()
      await sql`select private.send_outgoing_payment(o.id, o.send_at) from public.outgoing_payments o where o.id = ${id}`
    },
    () => ann,
    {
      row: 'Completed 10.00',
      mailbox: 'Payment sent',
      mails: ['You paid £10.00 to Bob Payee'],
      assistant: '£10.00 paid to Bob Payee.',
      staff: 'completed',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Sent: £10.00', 'Credited: £10.00 to Bob Payee'],
      statement: ['Bob Payee -10'],
    },
  ],
  [
    'completed, for the payee',
    async () => {
      const id = await hold()
      await sql`select private.send_outgoing_payment(o.id, o.send_at) from public.outgoing_payments o where o.id = ${id}`
    },
    () => bob,
    {
      row: 'Completed 10.00',
      mailbox: 'Payment received',
      mails: ['You received £10.00 from Ann Payer'],
      assistant: '£10.00 received from Ann Payer.',
      staff: 'completed',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Sent: £10.00', 'Credited: £10.00 to Bob Payee'],
      statement: ['Ann Payer 10'],
    },
  ],
  [
    'pending at another bank',
    () => payElsewhere(),
    () => ann,
    {
      ...pending,
      assistant: '£10.00 to External Payee (pending).',
      timeline: ['Pending: £10.00 taken from Ann Payer'],
      statement: ['External Payee -10'],
    },
  ],
  [
    'accepted by another bank',
    () => payElsewhere({ status: 'accepted' }),
    () => ann,
    {
      row: 'Completed 10.00',
      mailbox: 'Payment sent',
      mails: ['You paid £10.00 to External Payee'],
      assistant: '£10.00 paid to External Payee.',
      staff: 'completed',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Accepted by the other bank: £10.00'],
      statement: ['External Payee -10'],
    },
  ],
  [
    'rejected by another bank',
    () => payElsewhere({ status: 'rejected', reason: 'AC04' }),
    () => ann,
    {
      ...notSent,
      mails: [
        "Payment not sent: Your payment of £10.00 to External Payee wasn't sent. The payee's account is closed. The money is back in your account.",
      ],
      assistant: '£10.00 to External Payee (not sent).',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Returned: £10.00 to Ann Payer'],
      statement: ['External Payee -10', 'Returned: External Payee 10'],
    },
  ],
  [
    'returned by another bank',
    async () => {
      const message = await payElsewhere({ status: 'accepted' })
      const { paymentId } = message ?? {}
      await receive(sql, { id: randomUUID(), type: 'return', paymentId, amount: '10.00', reason: 'AC04' })
    },
    () => ann,
    {
      ...reversed,
      // The mail about the payment had not been sent yet, and now it would not be true.
      mails: [
        "Payment reversed: Your payment of £10.00 to External Payee was reversed. The payee's account is closed. The money is back in your account.",
      ],
      assistant: '£10.00 to External Payee (reversed).',
      timeline: [
        'Pending: £10.00 taken from Ann Payer',
        'Accepted by the other bank: £10.00',
        'Returned: £10.00 to Ann Payer',
      ],
      statement: ['External Payee -10', 'Returned: External Payee 10'],
    },
  ],
  [
    'received from another bank and given back',
    async () => {
      await addOtherBank(sql)
      const message = payment(bob)
      await receive(sql, message)
      await receive(sql, { id: randomUUID(), type: 'recall', paymentId: message.paymentId, reason: 'mistake' })
      const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${bob.id}`
      await as(bob)`select public.answer_recall(${row?.id ?? ''}, true)`
    },
    () => bob,
    {
      row: 'Reversed 12.34',
      mailbox: 'Payment reversed',
      mails: [
        "Another bank asks for a payment back: The sender's bank asks for £12.34 back. Open the payment to return it or keep it.",
      ],
      assistant: '£12.34 from Otto Other (reversed).',
      staff: 'Reversed',
      timeline: ['Received: £12.34 in Bob Payee', 'Returned: £12.34 from Bob Payee'],
      statement: ['Otto Other 12.34', 'Returned: Otto Other -12.34'],
    },
  ],
  [
    'reversed by staff, for the payer',
    reverse,
    () => ann,
    {
      ...reversed,
      mails: ['Payment reversed: Your payment of £10.00 to Bob Payee was reversed. The money is back in your account.'],
      assistant: '£10.00 to Bob Payee (reversed).',
      timeline: [
        'Sent: £10.00 from Ann Payer',
        'Credited: £10.00 to Bob Payee',
        'Reversed by Test Admin: £10.00 back to the payer',
      ],
      statement: ['Bob Payee -10', 'Returned: Bob Payee 10'],
    },
  ],
  [
    'reversed by staff, for the payee',
    reverse,
    () => bob,
    {
      ...reversed,
      mails: ['Payment reversed: The payment of £10.00 from Ann Payer was reversed. It was taken from your balance.'],
      assistant: '£10.00 from Ann Payer (reversed).',
      timeline: [
        'Sent: £10.00 from Ann Payer',
        'Credited: £10.00 to Bob Payee',
        'Reversed by Test Admin: £10.00 back to the payer',
      ],
      statement: ['Ann Payer 10', 'Reversed: Ann Payer -10'],
    },
  ],
  [
    'held by card',
    () => buy(),
    () => ann,
    {
      ...pending,
      mailbox: 'Card payment pending',
      assistant: '£10.00 at Juniper Books (pending).',
      timeline: ['Pending: £10.00 taken from Ann Payer'],
      statement: ['Juniper Books -10'],
    },
  ],
  [
    'reversed in part by the merchant',
    () => buy((id) => messageAbout(id, 'reverse', '4.00')),
    () => ann,
    {
      ...pending,
      row: 'Pending 6.00',
      mailbox: 'Card payment pending',
      assistant: '£6.00 at Juniper Books (pending).',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Returned: £4.00 to Ann Payer'],
      statement: ['Juniper Books -10', 'Juniper Books 4'],
    },
  ],
  [
    'settled by card, for less than was held',
    () => buy((id) => messageAbout(id, 'clear', '7.00')),
    () => ann,
    {
      row: 'Completed 7.00',
      mailbox: 'Card payment',
      mails: [],
      assistant: '£7.00 paid at Juniper Books.',
      staff: 'completed',
      timeline: ['Sent: £10.00 from Ann Payer', 'Returned: £3.00 to Ann Payer'],
      statement: ['Juniper Books -10', 'Juniper Books 3'],
    },
  ],
  [
    'released by the merchant',
    () => buy((id) => messageAbout(id, 'reverse')),
    () => ann,
    {
      row: 'Not charged 10.00',
      mailbox: 'Card payment not charged',
      mails: [],
      assistant: '£10.00 at Juniper Books (not charged).',
      staff: 'Not charged',
      timeline: ['Pending: £10.00 taken from Ann Payer', 'Returned: £10.00 to Ann Payer'],
      statement: ['Juniper Books -10', 'Juniper Books 10'],
    },
  ],
]

/** The states of which a note tells why, in place of the mailbox's words. */
const told = new Set([
  'rejected by another bank',
  'returned by another bank',
  'reversed by staff, for the payer',
  'reversed by staff, for the payee',
])

test.each(cases)('%s', async (state, make, person, places) => {
  await make()
  expect(await placesOf(person())).toEqual(places)
  const notes = await sql`
    select t.id from public.user_notifications n join public.transactions t on t.id = n.transaction_id and t.user_id = n.user_id
    where n.user_id = ${person().id}`
  expect(notes).toHaveLength(told.has(state) ? 1 : 0)
})

test('a payment whose credit is missing is sent for the payer, and not credited for staff', async () => {
  const { transaction_id: id } = await payAs(sql, ann, { ...payeeAt(bob), amount: '10' })
  await sql`delete from public.transactions where movement_id = ${id} and incoming`
  await sql`insert into private.missing_credits (transaction_id) values (${id})`
  expect(await placesOf(ann)).toMatchObject({ row: 'Completed 10.00', mailbox: 'Payment sent' })
  const [listed] = await sql<{ row: unknown }[]>`
    select private.describe_transaction(t) as row from public.transactions t where t.id = ${id}`
  expect(listed?.row).toMatchObject({ is_credit_missing: true })
})

test('a scheduled payment, and one that failed at its time', async () => {
  await as(ann)`select public.set_payment_limit('1000000')`
  await sql`delete from private.due_mails where true`
  const id = await request(sql, ann, (db) => scheduleFuturePayment(db, { amount: '4500.00' }))
  const toCome = async () => {
    const [row] = await sql<{ found: unknown }[]>`select private.payments_to_come_of(${ann.id}) as found`
    return readPaymentsToCome({ count: 1, payments: row?.found })?.payments.map(describePaymentToCome)[0]
  }
  const details = async () => {
    await as(admin)`select public.record_transaction_view(${id}, 'payment_review')`
    const answer = await callAs(sql, admin, (db) => db`select public.get_transaction_details(${id}) as answer`)
    const document = readDetailsDocument(answer)
    if (!document) throw new Error('the details have another shape')
    return [statusText(toTransaction(document.transaction)), timelineWords(document.timeline.at(-1) ?? fail()).title]
  }
  expect(await toCome()).toMatch(/^Scheduled for /)
  expect(await details()).toEqual(['pending', expect.stringMatching(/^Scheduled for /)])
  expect(await mailsTo(ann)).toEqual([])

  await sql`select private.adjust_balance(${ann.account.id}, 1, now())`
  await sendDue(sql, '2099-01-01')
  await sendDue(sql, '2099-01-02')
  const problem = "There wasn't enough money in your account."
  expect(await toCome()).toMatch(new RegExp(`^${outgoingCopy.states.failed} on .*, ${problem}$`))
  expect(await details()).toEqual([outgoingCopy.states.failed, outgoingCopy.states.failed])
  expect(await mailsTo(ann)).toEqual([
    expect.stringMatching(
      /^Payment not sent: We couldn't send £4,500\.00 to External Payee on .*\. There wasn't enough money/,
    ),
  ])
})

function fail(): never {
  throw new Error('there is no event')
}
