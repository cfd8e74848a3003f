import { createTestQueryClient, json, serve, transactionRow, userId } from '../../../fakeServer'
import type { ServerRequest } from '../../../apiAnswers'
import { describe, expect, test } from 'vitest'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { transactionQueries } from '@/features/money/transactions/queries'
import { aTransaction } from './aTransaction'

/** The limit and the arguments of a request. */
const asOf = (request: ServerRequest | undefined) => [request?.query.get('limit'), JSON.parse(request?.body ?? 'null')]

describe('the newest transactions', () => {
  test('the newest transactions are a page of fifty from one request', async () => {
    const asked = serve({ 'POST rpc/search_transactions': () => json([transactionRow()]) })
    expect(await createTestQueryClient().fetchQuery(transactionQueries.newest(userId))).toHaveLength(1)
    expect(asked).toHaveLength(1)
    expect(asOf(asked[0])).toEqual(['50', {}])
  })

  test('an outgoing row names the recipient, an incoming row the payer; amounts are pence', async () => {
    const incoming = {
      id: 'transaction-2',
      amount: 0.29,
      incoming: true,
      from_account_holder_name: 'Cora Tester',
      from_sort_code: '00-33-44',
      from_account_number: '11223344',
      reference: null,
      reversed_at: '2026-11-21T10:00:00+00:00',
      // Unknown to this version.
      category: 'pets',
    }
    serve({ 'POST rpc/search_transactions': () => json([transactionRow(), transactionRow(incoming)]) })
    expect(await createTestQueryClient().fetchQuery(transactionQueries.newest(userId))).toEqual([
      aTransaction(),
      aTransaction({
        id: 'transaction-2',
        amount: 29,
        incoming: true,
        counterparty: 'Cora Tester',
        sortCode: '00-33-44',
        accountNumber: '11223344',
        reference: null,
        reversedAt: '2026-11-21T10:00:00+00:00',
        category: 'payments',
      }),
    ])
  })
})

const page = (length: number, start = 0) =>
  Array.from({ length }, (_, index) =>
    transactionRow({ id: `t-${start + index}`, created_at: `2026-11-21T09:05:00.${900_000 - start - index}+00:00` }),
  )

describe('the list', () => {
  test('the list has keyset pages of 50 and ends with a page that is not full', async () => {
    const pages = [page(50), page(3, 50)]
    const asked = serve({ 'POST rpc/search_transactions': () => json(pages.shift()) })
    const list = new InfiniteQueryObserver(createTestQueryClient(), transactionQueries.list(userId))
    await list.refetch()
    expect(list.getCurrentResult().hasNextPage).toBe(true)
    const whole = await list.fetchNextPage()
    expect(whole.data?.pages.flat()).toHaveLength(53)
    expect(whole.hasNextPage).toBe(false)
    expect(asked).toHaveLength(2)
    expect(asOf(asked[0])).toEqual(['50', {}])
    expect(asOf(asked[1])).toEqual(['50', { p_before: '2026-11-21T09:05:00.899951+00:00', p_before_id: 't-49' }])
  })

  test('a customer without transactions has one empty page', async () => {
    serve({ 'POST rpc/search_transactions': () => json([]) })
    const list = new InfiniteQueryObserver(createTestQueryClient(), transactionQueries.list(userId))
    await list.refetch()
    const { data, hasNextPage } = list.getCurrentResult()
    expect(data?.pages).toEqual([[]])
    expect(hasNextPage).toBe(false)
  })
})
