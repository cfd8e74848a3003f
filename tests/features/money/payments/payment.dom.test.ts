import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  forgetUnsettledPayment,
  keepUnsettledPayment,
  laterReceipt,
  newPayment,
  paidReceipt,
  paymentRequest,
  readReceipt,
  readUnsettledPayment,
} from '@/features/money/payments/payment'

const details = {
  recipient: 'Olive Outside',
  sortCode: '20-00-00',
  accountNumber: '12345678',
  amount: 1250,
  reference: 'Rent',
}
const payment = newPayment(details, 'cora', 'key-1')
/** A payment with every field that can be empty. */
const fullPayment = {
  ...payment,
  day: '2026-12-04',
  repetition: { frequency: 'monthly', endsOn: null, count: '6' },
  reason: 'rent',
  checkId: 'check-1',
  warning: { rules: ['first_payment'], shownAt: '2026-11-22T10:00:00Z' },
} satisfies typeof payment

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

describe('an unsettled payment', () => {
  test.each([
    ['a plain payment', payment],
    ['a payment with every field', fullPayment],
  ])('an unsettled payment is read as it was sent: %s', (_name, sent) => {
    keepUnsettledPayment(sent)
    expect(readUnsettledPayment('cora')).toEqual(sent)
  })

  test('an unsettled payment is not read for another user', () => {
    keepUnsettledPayment(payment)
    expect(readUnsettledPayment('somebody else')).toBeNull()
    expect(readUnsettledPayment(null)).toBeNull()
  })

  test('an unsettled payment is forgotten by its own key only', () => {
    keepUnsettledPayment(payment)
    forgetUnsettledPayment('another key')
    expect(readUnsettledPayment('cora')).toEqual(payment)
    forgetUnsettledPayment('key-1')
    expect(readUnsettledPayment('cora')).toBeNull()
  })
})

test('a payment is sent with the reason, the check and the warning', () => {
  expect(paymentRequest(fullPayment)).toEqual({
    to_name: 'Olive Outside',
    to_sort_code: '20-00-00',
    to_account_number: '12345678',
    amount: '12.50',
    reference: 'Rent',
    check_id: 'check-1',
    reason: 'rent',
    warnings: ['first_payment'],
    warnings_version: 6,
    warnings_shown_at: '2026-11-22T10:00:00Z',
  })
})

describe('a receipt', () => {
  const row = { transaction_id: 'transaction-1', created_at: '2026-11-22T10:00:00Z', internal: false }
  const held = { ...row, state: 'held', send_at: '2026-11-22T10:00:30Z' }

  test.each([
    ['sent', row, null],
    ['held', held, { id: 'transaction-1', until: Date.parse('2030-01-01T00:00:30Z') }],
    ['held and sent since', { ...held, state: 'sent' }, null],
  ])('a receipt of a payment that was %s is read back', (_state, answer, hold) => {
    // The device's clock is wrong: the length of the undo window counts.
    vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') })
    expect(paidReceipt(fullPayment, answer)).toEqual({
      ...details,
      id: 'transaction-1',
      paidAt: '2026-11-22T10:00:00Z',
      hold,
      isToOtherBank: true,
      nextOn: null,
    })
  })

  test.each([undefined, null, {}, '<html>'])('%j is no row of a payment', (answer) => {
    expect(paidReceipt(payment, answer)).toBeUndefined()
  })

  test.each([
    ['a payment that was made', paidReceipt(payment, row)],
    ['a held payment', paidReceipt(payment, held)],
    ['a payment for another day', laterReceipt(fullPayment, '2026-12-04')],
  ])('a receipt is read from the navigation state: %s', (_name, receipt) => {
    expect(receipt).toMatchObject(details)
    expect(readReceipt({ receipt, step: 'success' })).toEqual(receipt)
  })

  test.each([null, {}, { receipt: 5 }, { receipt: { amount: '5', recipient: 'A' } }])(
    '%j contains no receipt',
    (state) => {
      expect(readReceipt(state)).toBeNull()
    },
  )
})
