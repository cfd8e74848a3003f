import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { transactionQueries, type Transaction } from './queries'

// Refetching an infinite query refetches each of its pages, one after the other. That is fine for a few pages, but takes
// minutes for a user who has scrolled through years.

const fewPages = 4

export function isLong(data: { pages: unknown[] } | undefined): boolean {
  return data !== undefined && data.pages.length > fewPages
}

/** Invalidates all transaction queries. A long list of the account on the screen refetches only its first page, where new rows appear. */
export async function refreshTransactions(client: QueryClient, userId: string, savingsId?: string) {
  const { queryKey } = transactionQueries.list(userId, savingsId)
  const known = client.getQueryData(queryKey)
  const list = client.getQueryCache().find({ queryKey, exact: true })
  if (!isLong(known)) return client.invalidateQueries({ queryKey: transactionQueries.all })
  const others = client.invalidateQueries({ queryKey: transactionQueries.all, predicate: (query) => query !== list })
  try {
    const query = transactionQueries.newest(userId, savingsId)
    // A running fetch may return the rows before the change. Who waits for it receives the new rows too.
    void client.cancelQueries({ queryKey: query.queryKey }, { silent: true })
    const newest = await client.fetchQuery({ ...query, staleTime: 0 })
    client.setQueryData(queryKey, (data) => data && withNewest(data, newest))
  } catch {
    // The list shows its own failure.
    await client.invalidateQueries({ queryKey })
  }
  return others
}

/** Drops all pages but the first, for a user who leaves the screen. */
export function forgetEarlierPages(client: QueryClient, userId: string, savingsId?: string) {
  client.setQueryData(
    transactionQueries.list(userId, savingsId).queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    // Stale, so that it is refetched.
    { updatedAt: 0 },
  )
}

/** The pages with what was changed of one transaction. */
export function withChange<Start>(
  { pages, pageParams }: InfiniteData<Transaction[], Start>,
  id: string,
  change: Partial<Transaction>,
): InfiniteData<Transaction[], Start> {
  return {
    pages: pages.map((page) =>
      page.some((row) => row.id === id) ? page.map((row) => (row.id === id ? { ...row, ...change } : row)) : page,
    ),
    pageParams,
  }
}

/** Puts the refetched first page on top. If it does not reach the known rows, the list restarts from it. */
export function withNewest<Start>(
  { pages, pageParams }: InfiniteData<Transaction[], Start>,
  newest: Transaction[],
): InfiniteData<Transaction[], Start> {
  const last = newest.at(-1)
  for (const [place, page] of pages.entries()) {
    const met = page.findIndex(({ id }) => id === last?.id)
    if (met === -1) continue
    return {
      pages: [[...newest, ...page.slice(met + 1)], ...pages.slice(place + 1)],
      pageParams: [...pageParams.slice(0, 1), ...pageParams.slice(place + 1)],
    }
  }
  return { pages: [newest], pageParams: pageParams.slice(0, 1) }
}
