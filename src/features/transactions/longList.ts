import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { transactionQueries, type Transaction } from './queries'

// Reading a list again means reading each of its pages again, one after the other. That is right for a few; whoever has
// scrolled through years would wait for minutes.

const fewPages = 4

export function isLong(data: { pages: unknown[] } | undefined): boolean {
  return data !== undefined && data.pages.length > fewPages
}

/** Everything of transactions may be out of date. Of a long list only the top is read again: that is where rows come. */
export async function refreshTransactions(client: QueryClient, userId: string) {
  const { queryKey } = transactionQueries.list(userId)
  const known = client.getQueryData(queryKey)
  const list = client.getQueryCache().find({ queryKey, exact: true })
  if (!isLong(known)) return client.invalidateQueries({ queryKey: transactionQueries.all })
  const others = client.invalidateQueries({ queryKey: transactionQueries.all, predicate: (query) => query !== list })
  try {
    const newest = await client.fetchQuery({ ...transactionQueries.newest(userId), staleTime: 0 })
    client.setQueryData(queryKey, (data) => data && withNewest(data, newest))
  } catch {
    // The list tells its own failure.
    await client.invalidateQueries({ queryKey })
  }
  return others
}

/** Whoever comes back begins at the top. */
export function forgetEarlierPages(client: QueryClient, userId: string) {
  client.setQueryData(
    transactionQueries.list(userId).queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    // As old as can be, so that it is read again.
    { updatedAt: 0 },
  )
}

/** Puts the page that was read anew on top. Where it does not reach what is known, the list begins again from it. */
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
