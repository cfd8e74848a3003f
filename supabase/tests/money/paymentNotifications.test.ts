import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Person, request, startDatabase } from '../fixtures/database'
import { type Customer, addCustomer } from '../fixtures/people'
import { type PaymentAnswer, elsewhere, makePayment } from '../fixtures/payments'

const database = startDatabase()
let payer: Customer
let payee: Customer
let requestId: string
let payment: PaymentAnswer

beforeEach(async () => {
  payer = await addCustomer(database.sql, 'Pat Payer')
  payee = await addCustomer(database.sql, 'Robin Payee')
  requestId = randomUUID()
  const { sort_code: sortCode, account_number: accountNumber } = payee.account
  payment = await request(database.sql, payer, (db) =>
    makePayment(db, { requestId, name: 'Robin', sortCode, accountNumber, amount: '12.34' }),
  )
})

const claim = (type: string, by = payer, key = requestId) =>
  request(database.sql, 'service_role', async (db) => [
    ...(await db`select * from public.claim_payment_notifications(${by.id}, ${key}, ${type})`),
  ])
const setAddress = (person: Person, address: string) =>
  database.sql`update public.profiles set notification_email = ${address} where id = ${person.id}`

test('nothing can be claimed by somebody who did not make the payment, or of another type', async () => {
  await setAddress(payee, 'robin@test.example')
  expect(await claim('sender', payee)).toEqual([])
  expect(await claim('recipient', payee)).toEqual([])
  expect(await claim('sender', payer, randomUUID())).toEqual([])
  expect(await claim('both')).toEqual([])
})

test('the payer’s mail goes to the sign-in address when there is no other, and is handed out once', async () => {
  expect(await claim('sender')).toEqual([
    {
      notification_id: payment.transaction_id,
      notification_type: 'sender',
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
  expect(await claim('sender')).toEqual([])
})

test('the payer’s mail goes to their notification address when there is one', async () => {
  await setAddress(payer, 'pat@test.example')
  expect(await claim('sender')).toMatchObject([{ recipient_email: 'pat@test.example' }])
})

test('the payee without a notification address gets no mail', async () => {
  expect(await claim('recipient')).toEqual([])
})

test('the payee’s mail names the payer and no reference that nobody wrote', async () => {
  await setAddress(payee, 'robin@test.example')
  expect(await claim('recipient')).toMatchObject([
    {
      notification_type: 'recipient',
      recipient_email: 'robin@test.example',
      recipient_name: 'Robin Payee',
      counterparty_name: 'Pat Payer',
      sort_code: payer.account.sort_code,
      account_number: payer.account.account_number,
      amount: '12.34',
      reference: null,
    },
  ])
  expect(await claim('recipient')).toEqual([])
})

test('a payment to another bank has a mail to the payer only', async () => {
  const key = randomUUID()
  await request(database.sql, payer, (db) =>
    makePayment(db, { ...elsewhere, requestId: key, amount: '1', reference: 'Gift' }),
  )
  expect(await claim('recipient', payer, key)).toEqual([])
  expect(await claim('sender', payer, key)).toMatchObject([{ counterparty_name: 'Somebody Else', reference: 'Gift' }])
})

test('claimed at the same time, a mail is handed out once', async () => {
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim('sender')))
  expect(claims.flat()).toHaveLength(1)
})

test('a mail that could not be sent is put back, once', async () => {
  const [mail] = await claim('sender')
  const release = async () =>
    (
      await request(
        database.sql,
        'service_role',
        (db) => db`select public.release_payment_notification(${mail?.notification_id}) as done`,
      )
    )[0]
  expect(await release()).toEqual({ done: true })
  expect(await release()).toEqual({ done: false })
  expect(await claim('sender')).toHaveLength(1)
})

test('a payment of yesterday sends no mail any more', async () => {
  await database.sql`
    update private.payment_orders set created_at = created_at - interval '1 day 1 minute' where request_id = ${requestId}`
  expect(await claim('sender')).toEqual([])
})
