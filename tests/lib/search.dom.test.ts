import '../testEnv'
import { expect, test } from 'vitest'
import { payeeCheckQueries } from '@/features/money/payments/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { noFilters } from '@/features/money/transactions/searchFilters'
import { createQueryClient } from '@/lib/queryClient'

const payee = { recipient: 'Mill Lane Lettings', sortCode: '20-00-00', accountNumber: '12345678', accountType: null }

test('the key of a query has nothing that the customer typed, and is the same for the same text', () => {
  const searched = (text: string) =>
    transactionQueries.search('user-1', { ...noFilters, payee: payee.recipient, text }).queryKey
  const keys = [searched('nia@people.example'), searched('850'), payeeCheckQueries.saved('user-1', payee).queryKey]
  for (const part of ['Mill Lane', 'nia@', '850', '20-00-00', '12345678'])
    expect(JSON.stringify(keys)).not.toContain(part)
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(3)
  expect(searched('850')).toEqual(keys[1])
})

test('the numbers of another user are forgotten', () => {
  createQueryClient()
  const first = payeeCheckQueries.saved('user-1', payee).queryKey
  payeeCheckQueries.saved('user-1', { ...payee, accountNumber: '87654321' })
  createQueryClient()
  expect(payeeCheckQueries.saved('user-1', { ...payee, accountNumber: '87654321' }).queryKey).toEqual(first)
})
