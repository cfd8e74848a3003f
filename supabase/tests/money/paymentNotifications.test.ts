import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { type Person, request } from '../fixtures/database'
import { withPeople, aCustomer } from '../fixtures/people'
import { payAs, payeeAt, type PaymentResult, externalPayee } from '../fixtures/payments'

const { sql, as, payer, payee } = withPeople({ payer: aCustomer('Pat Payer'), payee: aCustomer('Robin Payee') })
let requestId: string
let payment: PaymentResult

beforeEach(async () => {
  requestId = randomUUID()
  payment = await payAs(sql, payer, { ...payeeAt(payee), requestId, name: 'Robin', amount: '12.34' })
})

const take = (type: string, by = payer, key = requestId) =>
  request(sql, 'service_role', async (db) => [
    ...(await db`select * from public.take_payment_notifications(${by.id}, ${key}, ${type})`),
  ])
const setAddress = (person: Person, address: string) =>
  sql`update public.profiles set notification_email = ${address} where id = ${person.id}`

test('returns no email for another user’s payment, an unknown key or an unknown type', async () => {
  await setAddress(payee, 'robin@test.example')
  expect(await take('sender', payee)).toEqual([])
  expect(await take('recipient', payee)).toEqual([])
  expect(await take('sender', payer, randomUUID())).toEqual([])
  expect(await take('both')).toEqual([])
})

test('sends the payer’s email once, to the sign-in address by default', async () => {
  expect(await take('sender')).toEqual([
    {
      about_id: payment.transaction_id,
      recipient_email: payer.email,
      recipient_name: 'Pat Payer',
      counterparty_name: 'Robin',
      amount: '12.34',
      sort_code: payee.account.sort_code,
      account_number: payee.account.account_number,
      reference: null,
      created_at: payment.created_at,
    },
  ])
  expect(await take('sender')).toEqual([])
})

test('sends the payer’s email to the notification address if one is set', async () => {
  await setAddress(payer, 'pat@test.example')
  expect(await take('sender')).toMatchObject([{ recipient_email: 'pat@test.example' }])
})

test('sends no email to a payee without a notification address', async () => {
  expect(await take('recipient')).toEqual([])
})

test('names the payer in the payee’s email, and leaves out a generated reference', async () => {
  await setAddress(payee, 'robin@test.example')
  expect(await take('recipient')).toMatchObject([
    {
      recipient_email: 'robin@test.example',
      recipient_name: 'Robin Payee',
      counterparty_name: 'Pat Payer',
      sort_code: payer.account.sort_code,
      account_number: payer.account.account_number,
      amount: '12.34',
      reference: null,
    },
  ])
  expect(await take('recipient')).toEqual([])
})

test('sends only the payer’s email for a payment to another bank', async () => {
  const key = randomUUID()
  await payAs(sql, payer, { ...externalPayee, requestId: key, amount: '1', reference: 'Gift' })
  expect(await take('recipient', payer, key)).toEqual([])
  expect(await take('sender', payer, key)).toMatchObject([{ counterparty_name: 'External Payee', reference: 'Gift' }])
})

test('returns an email to one of several concurrent takes', async () => {
  const takes = await Promise.all(Array.from({ length: 8 }, () => take('sender')))
  expect(takes.flat()).toHaveLength(1)
})

test('leaves an email that was not sent to the job, after five minutes', async () => {
  const [mail] = await take('sender')
  const takeByJob = () =>
    as('service_role')`select recipient_email from public.take_due_mails() where about_id = ${payment.transaction_id}`
  expect(await takeByJob()).toEqual([])
  const end = () => sql`update private.due_mails set taken_until = taken_until - interval '5 minutes'`
  await end()
  expect(await takeByJob()).toEqual([{ recipient_email: payer.email }])
  await as('service_role')`select public.mark_due_mail_sent(${mail?.about_id})`
  await end()
  expect(await takeByJob()).toEqual([])
})

test('sends no email for a payment older than a day', async () => {
  await sql`
    update private.payment_orders set created_at = created_at - interval '1 day 1 minute' where request_id = ${requestId}`
  expect(await take('sender')).toEqual([])
})

test('forgets a taken email 30 days later, and does not send it again', async () => {
  expect(await take('sender')).toHaveLength(1)
  const daysLater = async (days: number) => {
    const at = sql`now() - ${days} * interval '1 day'`
    await sql`update private.due_mails set created_at = ${at} where about_id = ${payment.transaction_id}`
    await sql`update private.payment_orders set created_at = ${at} where request_id = ${requestId}`
    await runJob(sql, 'delete-old-due-mails')
    return sql`select from private.due_mails where about_id = ${payment.transaction_id}`
  }
  expect(await daysLater(29)).toHaveLength(1)
  expect(await daysLater(31)).toHaveLength(0)
  expect(await take('sender')).toEqual([])
})
