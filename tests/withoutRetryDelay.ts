import { QueryClient } from '@tanstack/react-query'

// A failed query is retried without its pause of seconds. The library itself is changed, because the files of a worker share
// the app's modules, and only the first of them could replace the module that creates the client.
// oxlint-disable-next-line unbound-method -- called with the client below
const { defaultQueryOptions } = QueryClient.prototype

QueryClient.prototype.defaultQueryOptions = function withoutRetryDelay(
  this: QueryClient,
  ...given: Parameters<typeof defaultQueryOptions>
) {
  return { ...defaultQueryOptions.apply(this, given), retryDelay: 0 }
} as typeof defaultQueryOptions
