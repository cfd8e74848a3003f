import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { newPayment } from '@/features/money/payments/payment'
import {
  beginPayment,
  endPayment,
  failureWords,
  formStateOf,
  leavePayment,
  markDropped,
  markUnanswered,
  paymentStateQuery,
} from '@/features/money/payments/paymentState'
import { PaymentRefused } from '@/features/money/payments/paymentAnswer'
import { NotApproved } from '@/lib/approval'
import { createQueryClient } from '@/lib/queryClient'

const details = { recipient: 'Olive', sortCode: '20-00-00', accountNumber: '12345678', amount: 1250, reference: '' }
const payment = newPayment(details, 'cora', 'key-1')
const laterPayment = newPayment({ ...details, day: '2026-12-04' }, 'cora', 'key-2')

afterEach(() => sessionStorage.clear())

/** The state on an open pay screen. */
function openScreen() {
  const client = createQueryClient()
  const query = paymentStateQuery('cora')
  new QueryObserver(client, query).subscribe(() => undefined)
  return { client, stateNow: () => client.getQueryData(query.queryKey) }
}

test('a payment is not begun while another one is sent', () => {
  const { client, stateNow } = openScreen()
  expect(beginPayment(client, payment, 'sending')).toBe(true)
  expect(beginPayment(client, newPayment(details, 'cora', 'key-3'), 'sending')).toBe(false)
  expect(stateNow()).toEqual({ payment, status: 'sending' })
})

test('a payment that was dropped does not come back when its requests stay unanswered, nor over the next one', () => {
  const { client, stateNow } = openScreen()
  beginPayment(client, payment, 'sending')
  markUnanswered(client, payment, false)
  expect(stateNow()).toEqual({ payment, status: 'waiting' })
  markDropped(client, payment)
  markUnanswered(client, payment, false)
  expect(stateNow()).toEqual({ payment, status: 'dropped' })
  const next = newPayment(details, 'cora', 'key-3')
  beginPayment(client, next, 'sending')
  markUnanswered(client, payment, false)
  expect(stateNow()).toEqual({ payment: next, status: 'sending' })
})

test('the end of a payment for another day leaves the payment alone that is being sent', () => {
  const { client, stateNow } = openScreen()
  beginPayment(client, payment, 'sending')
  endPayment(client, { payment: laterPayment, status: 'refused', error: new Error('offline') })
  expect(stateNow()).toEqual({ payment, status: 'sending' })
  expect(sessionStorage.getItem('unsettledPayment')).not.toBeNull()
})

test('a screen that closes clears a refusal, and leaves a payment that is being sent to the next screen', () => {
  const { client, stateNow } = openScreen()
  endPayment(client, { payment, status: 'refused', error: new PaymentRefused(400, 'No.') })
  leavePayment(client, 'cora')
  expect(stateNow()).toBeNull()
  beginPayment(client, payment, 'sending')
  leavePayment(client, 'cora')
  expect(stateNow()).toEqual({ payment, status: 'resumed' })
})

test.each([
  [new PaymentRefused(400, 'No.', 'daily-limit'), 1250],
  [new PaymentRefused(400, 'No.', 'field:amount'), 1250],
  [new PaymentRefused(400, 'No.', 'own-account'), null],
  [new Error('offline'), null],
])('the refusal %j is about the amount %j', (error, amount) => {
  expect(formStateOf({ payment, status: 'refused', error }).refusedAmount).toBe(amount)
})

test('a payment that the customer did not approve is not called failed, and has no toast', () => {
  const error = new NotApproved('Nothing has changed.')
  expect(failureWords(error)).toBe(false)
  expect(formStateOf({ payment, status: 'refused', error }).refusal).toEqual({
    title: 'Payment not sent',
    text: 'Nothing has changed.',
  })
})
