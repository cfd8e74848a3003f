import { expect, test } from 'vitest'
import { sampleCardTransactions } from '@/features/cards/sampleCardTransactions'

const categories = [
  'Groceries',
  'Income',
  'Food & Drink',
  'Shopping',
  'Transport',
  'Refund',
  'Fuel',
  'Entertainment',
  'Bills',
  'Health',
  'Electronics',
]

test('there are 25 with unique ids', () => {
  expect(sampleCardTransactions).toHaveLength(25)
  expect(new Set(sampleCardTransactions.map(({ id }) => id)).size).toBe(25)
})

test('the first is a debit, the second a credit: a salary of 2500', () => {
  expect(sampleCardTransactions[0]?.type).toBe('debit')
  expect(sampleCardTransactions[1]).toMatchObject({
    type: 'credit',
    amount: 250_000,
    category: 'Income',
    reference: 'SALARY',
  })
})

test('every category occurs', () => {
  expect(new Set(sampleCardTransactions.map(({ category }) => category))).toEqual(new Set(categories))
})

test('a refund is a credit', () => {
  for (const { category, type } of sampleCardTransactions)
    expect(type === 'credit').toBe(category === 'Income' || category === 'Refund')
})
