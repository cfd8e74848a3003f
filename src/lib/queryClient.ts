import {
  MutationCache,
  onlineManager,
  QueryClient,
  type Query,
  type InvalidateOptions,
  type InvalidateQueryFilters,
} from '@tanstack/react-query'
import { isSessionGone, refusalOf } from './errors'
import { forgetNumbers } from './search'

/** A failed query is refetched after this time, in ms. */
const recoveryInterval = 5000

// The library starts as if there were a connection: a page that opens without one would retry for seconds.
onlineManager.setOnline(navigator.onLine)

/** Whether a retry may succeed. */
function mayChange(error: Error | null) {
  return refusalOf(error) === null && !isSessionGone(error)
}

class AppQueryClient extends QueryClient {
  /**
   * The library repeats a running refetch, but not a running first fetch, whose answer may be older than the change. So a
   * first fetch is repeated here when it has ended, or stays stale until its screen is opened (`refetchType: 'none'`).
   */
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await Promise.allSettled(first.map(async ({ promise }) => promise))
    await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) }, options)
  }
}

export function createQueryClient() {
  forgetNumbers()
  const client: QueryClient = new AppQueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 15_000,
        // The library retries three times, after 1 s to 30 s. A refusal and a timeout are not retried: the first would not
        // change, and after the second the customer has waited long enough.
        retry: (failures, error) => failures < 3 && mayChange(error) && error.name !== 'TimeoutError',
        // A failed query is refetched while it is on the screen, so that the screen recovers without a reload.
        refetchInterval: ({ state }) =>
          state.status === 'error' &&
          (mayChange(state.error) || refusalOf(state.error)?.hint === 'updating') &&
          recoveryInterval,
      },
      // A write is not repeated without the customer. Nor does it wait for a connection, which may come when the customer
      // no longer wants the write.
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      // A write can change what any other screen shows, also one that failed: its answer may be lost. The mutation itself
      // refetches what its own screen shows.
      onSettled: () => void client.invalidateQueries({ refetchType: 'none', predicate: isEverStale }),
    }),
  })
  return client
}

/** The cache also keeps state that no server has, and answers that stay the same or count as a try. */
function isEverStale({ options }: Query) {
  return !('staleTime' in options && options.staleTime === Infinity)
}
