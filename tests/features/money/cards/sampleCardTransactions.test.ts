import { expect, test } from 'vitest'
import { sampleAccount, sampleCardTransactions } from '@/features/money/cards/sampleCardTransactions'
import { categories as names } from '@/features/money/categories/categories'

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

test('the sample account has a balance and an available balance of 12543.76', () => {
  expect(sampleAccount).toEqual({ balance: 1_254_376, availableBalance: 1_254_376 })
})

test('there are 25 with unique ids', () => {
  expect(sampleCardTransactions).toHaveLength(25)
  expect(new Set(sampleCardTransactions.map(({ id }) => id)).size).toBe(25)
})

test('the first is a debit, the second a credit: a salary of 2500', () => {
  expect(sampleCardTransactions[0]?.type).toBe('debit')
  expect(sampleCardTransactions[1]).toMatchObject({
    type: 'credit',
    amount: 250_000,
    category: 'income',
    reference: 'Salary',
  })
})

test('every category occurs', () => {
  expect(new Set(sampleCardTransactions.map(({ category }) => names[category]))).toEqual(new Set(categories))
})

test('a refund is a credit', () => {
  for (const { category, type } of sampleCardTransactions)
    expect(type === 'credit').toBe(category === 'income' || category === 'refund')
})
