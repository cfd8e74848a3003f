import { describe, expect, test } from 'vitest'
import { checkTransaction, emptyTransactionForm } from '@/features/staff/account-tools/transactionForm'

const good = { recipient: ' Corner Shop ', amount: '12.34', reference: ' Milk ' }
const check = (change: object, balance: number | null = 5000_00) => checkTransaction({ ...good, ...change }, balance)

test('returns a trimmed transaction for valid fields', () => {
  expect(check({})).toEqual({ recipient: 'Corner Shop', amount: 1234, reference: 'Milk' })
  expect(check({ reference: '' })).toMatchObject({ reference: '' })
})

test('reports both required fields when nothing is typed, the first in the toast', () => {
  expect(checkTransaction(emptyTransactionForm, 0)).toEqual({
    toast: { title: 'Failed to add transaction', text: "Enter the recipient's name." },
    errors: { recipient: "Enter the recipient's name.", amount: 'Enter an amount.' },
  })
})

describe('the balance', () => {
  const insufficient = { toast: { title: 'Insufficient funds' }, errors: { amount: 'Insufficient funds' } }

  test('must be at least the amount', () => {
    expect(check({ amount: '50' }, 5000)).toMatchObject({ amount: 5000 })
    expect(check({ amount: '50.01' }, 5000)).toEqual(insufficient)
  })

  test('the balance is not checked while it is loading', () => {
    expect(check({ amount: '50.01' }, null)).toMatchObject({ amount: 5001 })
  })
})

test.each([
  [{ amount: '0' }, { amount: 'Please enter a valid amount.' }],
  [{ amount: '1.005' }, { amount: 'Enter an amount with at most two decimal places, such as 10.99.' }],
  [{ recipient: '<i>' }, { recipient: "< and > can't be used." }],
  [{ reference: 'a\u200Bb' }, { reference: "Invisible characters can't be used." }],
])('%j is refused', (change, errors) => {
  expect(check(change)).toEqual({
    toast: { title: 'Failed to add transaction', text: Object.values(errors)[0] },
    errors,
  })
})
