import { createTestQueryClient, json, serve, transactionRow, userId } from '../../../fakeServer'
import { describe, expect, test } from 'vitest'
import { forgetEarlierPages, refreshTransactions, withChange, withNewest } from '@/features/money/transactions/longList'
import { transactionQueries } from '@/features/money/transactions/queries'
import { aTransaction } from './aTransaction'

const page = (...ids: number[]) => ids.map((id) => aTransaction({ id: `t-${id}` }))
const ids = (pages: { id: string }[][]) => pages.map((rows) => rows.map(({ id }) => Number(id.slice(2))))
const known = { pages: [page(9, 8, 7), page(6, 5, 4), page(3, 2, 1)], pageParams: ['top', 'after 7', 'after 4'] }

describe('a refetched first page of a long list', () => {
  test('a refetched first page without new rows changes nothing', () => {
    expect(withNewest(known, page(9, 8, 7))).toEqual(known)
  })

  test('shifts the other rows without gaps or duplicates', () => {
    const { pages, pageParams } = withNewest(known, page(11, 10, 9))
    expect(ids(pages)).toEqual([
      [11, 10, 9, 8, 7],
      [6, 5, 4],
      [3, 2, 1],
    ])
    expect(pageParams).toEqual(['top', 'after 7', 'after 4'])
  })

  test('a refetched first page can reach into the second page when rows were removed', () => {
    const { pages, pageParams } = withNewest(known, page(9, 7, 6))
    expect(ids(pages)).toEqual([
      [9, 7, 6, 5, 4],
      [3, 2, 1],
    ])
    expect(pageParams).toEqual(['top', 'after 4'])
  })

  test('restarts the list if it does not reach the known rows', () => {
    expect(withNewest(known, page(20, 19, 18))).toEqual({ pages: [page(20, 19, 18)], pageParams: ['top'] })
    expect(withNewest(known, [])).toEqual({ pages: [[]], pageParams: ['top'] })
  })
})

test('another category of one row leaves all other rows and pages as they are', () => {
  const changed = withChange(known, 't-5', { category: 'fuel' })
  expect(changed.pages.flat().filter(({ category }) => category === 'fuel')).toHaveLength(1)
  expect(changed.pages.flat().find(({ id }) => id === 't-5')?.category).toBe('fuel')
  expect(changed.pages[0]).toBe(known.pages[0])
  expect(changed.pageParams).toBe(known.pageParams)
})

/** A client that has loaded this many pages, and the requests from then on. */
async function withPages(count: number) {
  const row = (place: number) =>
    transactionRow({ id: `t-${place}`, created_at: new Date(Date.UTC(2026, 10, 21) - place * 60_000).toISOString() })
  const asked = serve({
    'POST rpc/search_transactions': ({ body }) => {
      const after = /"p_before_id":"t-(\d+)"/.exec(body ?? '')?.[1]
      const start = after === undefined ? 0 : Number(after) + 1
      return json(Array.from({ length: 50 }, (_, index) => row(start + index)))
    },
  })
  const client = createTestQueryClient()
  const list = transactionQueries.list(userId)
  await client.fetchInfiniteQuery({ ...list, pages: count })
  const read = asked.length
  return {
    client,
    list,
    asked: () => asked.length - read,
    count: () => client.getQueryData(list.queryKey)?.pages.length,
  }
}

describe('a list of many pages', () => {
  test('refetches only its first page', async () => {
    const { client, asked, count } = await withPages(6)
    await refreshTransactions(client, userId)
    expect(asked()).toBe(1)
    expect(count()).toBe(6)
  })

  test('a change while the first page is refetched causes another refetch', async () => {
    const { client, list } = await withPages(6)
    const answers: ((answer: Response) => void)[] = []
    serve({
      'POST rpc/search_transactions': () => new Promise<Response>((resolve) => answers.push(resolve)),
    })
    const first = refreshTransactions(client, userId)
    await expect.poll(() => answers).toHaveLength(1)
    const second = refreshTransactions(client, userId)
    await expect.poll(() => answers, { timeout: 5_000 }).toHaveLength(2)
    const top = (id: string) => json([transactionRow({ id }), transactionRow({ id: 't-0' })])
    answers[1]?.(top('after the change'))
    answers[0]?.(top('before the change'))
    await Promise.all([first, second])
    expect(client.getQueryData(list.queryKey)?.pages[0]?.[0]?.id).toBe('after the change')
  })

  test('a list of few pages is invalidated as a whole', async () => {
    const { client, list, asked } = await withPages(2)
    await refreshTransactions(client, userId)
    expect(asked()).toBe(0)
    expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })

  test('keeps its rows when the first page fails', async () => {
    const { client, list, count } = await withPages(6)
    serve({})
    await refreshTransactions(client, userId)
    expect(count()).toBe(6)
    expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })

  test('starts at the top and refetches for a user who returns', async () => {
    const { client, list, asked, count } = await withPages(6)
    forgetEarlierPages(client, userId)
    expect(count()).toBe(1)
    await client.fetchInfiniteQuery(list)
    expect(asked()).toBe(1)
    expect(count()).toBe(1)
  })
})
