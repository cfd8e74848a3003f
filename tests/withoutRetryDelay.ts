import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type * as queryClientModule from '@/lib/queryClient'

// The app creates a query client for each user. A failed query is retried without its pause of seconds.
vi.mock('@/lib/queryClient', async (original) => {
  const actual = await original<typeof queryClientModule>()
  return { ...actual, createQueryClient: () => withoutRetryDelay(actual.createQueryClient()) }
})

function withoutRetryDelay(client: QueryClient) {
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })
  return client
}
