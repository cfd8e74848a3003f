import { describe, expect, test } from 'vitest'
import { checkAmount, checkPayee, checkTransfer, hasPayeeFilled } from '@/features/money/payments/checkPayForm'
import { emptyPayForm, type PayForm } from '@/features/money/payments/payForm'
import { isAboveZero, readAmount } from '@/lib/paymentRules'
import type { Problem } from '@/lib/useForm'

const good: PayForm = {
  recipient: 'Olive Outside',
  sortCode: '20-00-00',
  accountNumber: '12345678',
  accountType: 'Personal',
  reference: '',
  amount: '25',
  fromId: '',
}
const form = (change: Partial<PayForm>): PayForm => ({ ...good, ...change })
const errorsOf = (checked: object) => ('errors' in checked ? checked.errors : {})
const problemOf = <Field extends string>(checked: object | number | Problem<Field>) =>
  typeof checked === 'object' && 'toast' in checked ? checked : null

describe('the payee', () => {
  test.each([
    [{}, true],
    [{ recipient: '' }, false],
    [{ recipient: '   ' }, false],
    [{ sortCode: '' }, false],
    [{ accountNumber: '' }, false],
    [{ reference: '', amount: '' }, true],
  ])('%j can be checked: %s', (change, expected) => {
    expect(hasPayeeFilled(form(change))).toBe(expected)
  })

  test.each([
    [{}, {}],
    [{ sortCode: '200000' }, {}],
    [{ sortCode: '20-00' }, { sortCode: 'Sort code must be 6 digits' }],
    [{ accountNumber: '1234567' }, { accountNumber: 'Account number must be 8 digits' }],
    [{ recipient: '<b>Olive</b>' }, { recipient: "< and > can't be used." }],
    [{ reference: 'a\u202Eb' }, { reference: "Invisible characters can't be used." }],
    [{ recipient: "Zoë O'Neill-Smith & Söhne 2" }, {}],
  ])('%j', (change, errors) => {
    expect(errorsOf(checkPayee(form(change)))).toEqual(errors)
  })
})

describe('a transfer', () => {
  test('may go on to the confirmation', () => {
    const transfer = {
      recipient: 'Olive Outside',
      sortCode: '20-00-00',
      accountNumber: '12345678',
      amount: 2500,
      reference: '',
    }
    expect(checkTransfer(good)).toEqual(transfer)
    expect(checkTransfer(form({ sortCode: '200000', amount: '0.01' }))).toEqual({ ...transfer, amount: 1 })
  })

  test.each([{ recipient: '' }, { amount: '' }, { recipient: ' ', amount: ' ' }])('%j is missing', (change) => {
    expect(problemOf(checkTransfer(form(change)))?.toast).toEqual({
      title: 'Missing Information',
      text: 'Please fill in recipient and amount.',
    })
  })

  test.each([
    [{ sortCode: '' }, 'Enter sort code as 12-34-56'],
    [{ sortCode: '12-34' }, 'Enter sort code as 12-34-56'],
    [{ sortCode: '12-34-5x' }, 'Enter sort code as 12-34-56'],
    [{ accountNumber: '' }, 'Account number must be 8 digits'],
    [{ accountNumber: '1234567' }, 'Account number must be 8 digits'],
    [{ accountNumber: '123456789' }, 'Account number must be 8 digits'],
    [{ amount: '0' }, 'Amount must be greater than 0'],
    [{ amount: '-5' }, 'Amount must be greater than 0'],
    [{ amount: 'ten' }, 'Amount must be greater than 0'],
  ])('%j: Check details', (change, text) => {
    expect(problemOf(checkTransfer(form(change)))?.toast).toEqual({ title: 'Check details', text })
  })

  test.each([
    ['10.999', 'Enter an amount with at most two decimal places, such as 10.99.'],
    ['£1,000,001', 'The limit is £1,000,000.00 per payment.'],
    ['1000000.01', 'The limit is £1,000,000.00 per payment.'],
    ['1,0000', 'Is the comma a decimal point? Write 12.50 or 1,250.'],
    ['1e3', 'Please enter a valid amount.'],
  ])('%s is not a valid amount: %s', (amount, text) => {
    expect(checkTransfer(form({ amount }))).toEqual({
      toast: { title: 'Invalid Amount', text: 'Please enter a valid amount.' },
      errors: { amount: text },
    })
  })

  test('a transfer is read from pasted numbers', () => {
    const pasted = form({ sortCode: ' 20 – 00 – 00 ', accountNumber: '1234-5678', amount: '£1,000.50' })
    expect(checkTransfer(pasted)).toMatchObject({ sortCode: '20-00-00', accountNumber: '12345678', amount: 100_050 })
  })

  test('reports every invalid field, the first in the toast', () => {
    const problem = problemOf(checkTransfer(form({ sortCode: '1', accountNumber: '2', amount: '0' })))
    expect(problem?.toast.text).toBe('Enter sort code as 12-34-56')
    expect(problem?.errors).toEqual({
      sortCode: 'Enter sort code as 12-34-56',
      accountNumber: 'Account number must be 8 digits',
      amount: 'Amount must be greater than 0',
    })
  })

  test('reports missing information for an empty form', () => {
    expect(problemOf(checkTransfer(emptyPayForm))?.toast.title).toBe('Missing Information')
  })
})

describe('the amount', () => {
  test.each([
    ['12.50', 1250],
    ['0.01', 1],
    ['1000000', 100_000_000],
    ['1000000.01', null],
    ['0', null],
    ['', null],
    ['1.005', null],
    ['-1', null],
    ['1e2', null],
    ['NaN', null],
  ])('%j is %s pence', (amount, pence) => {
    expect(readAmount(amount)).toBe(pence)
  })

  test.each([
    ['', false],
    ['0', false],
    ['0.00', false],
    ['-1', false],
    ['0.01', true],
    ['1.005', true],
    ['.5', true],
    ['£1,000', true],
    ['£0', false],
    ['ten', false],
  ])('%j is above zero: %s', (amount, expected) => {
    expect(isAboveZero(amount)).toBe(expected)
  })

  test('accepts the whole balance and refuses a penny more', () => {
    expect(checkAmount('5000.00', 500_000)).toBe(500_000)
    expect(problemOf(checkAmount('5000.01', 500_000))?.toast).toEqual({
      title: 'Insufficient Funds',
      text: "You don't have enough balance for this transaction.",
    })
  })

  test.each(['1000000.01', '£2,000,000', '999999999999', '999999999999.999'])(
    '%j is above a balance of £5,000',
    (amount) => {
      expect(problemOf(checkAmount(amount, 500_000))?.toast.title).toBe('Insufficient Funds')
      expect(problemOf(checkAmount(amount, Infinity))?.errors.amount).toMatch(/at most two decimal|limit is £1,000,000/)
    },
  )

  test.each([
    ['', 'Please enter a valid amount.'],
    ['0', 'Please enter a valid amount.'],
    ['x', 'Please enter a valid amount.'],
    ['0.001', 'Enter an amount with at most two decimal places, such as 10.99.'],
    ['£1,000,000.01', 'The limit is £1,000,000.00 per payment.'],
  ])('%j is refused: %s', (amount, text) => {
    expect(checkAmount(amount, 500_000_000)).toEqual({
      toast: { title: 'Invalid Amount', text: 'Please enter a valid amount.' },
      errors: { amount: text },
    })
  })
})
