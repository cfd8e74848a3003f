import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '@/components/ui/Button'

/** Loads the next page of a list, while there is one. */
export function ShowMore({ query }: { query: UseInfiniteQueryResult<InfiniteData<unknown>> }) {
  if (!query.hasNextPage) return null
  return (
    <Button variant="quiet" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show more
    </Button>
  )
}
