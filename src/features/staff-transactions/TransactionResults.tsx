import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { EmptyState } from '@/components/EmptyState'
import { ListEnd } from '@/components/ListEnd'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { formatDenseDateTime } from '@/lib/dates'
import { staffTransactionsCopy as copy } from './copy'
import { pageSize, staffTransactionQueries, type Page, type Search } from './queries'
import { TransactionTable } from './TransactionTable'

type TransactionResultsProps = {
  search: Search
  /** Must be stable. */
  onOpen: (id: string) => void
}

/** The loaded results of a search. */
export function TransactionResults({ search, onOpen }: TransactionResultsProps) {
  const client = useQueryClient()
  const query = staffTransactionQueries.list(search)
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const { isPlaceholderData, isRefetching } = list

  const handleRefresh = () => {
    // Refetches only the newest page. Refetching every loaded page would take long.
    client.setQueryData(
      query.queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    )
    void list.refetch()
  }

  return (
    <section aria-label="Results" className="space-y-3">
      <Loaded query={list} what="the transactions" skeleton={<RowSkeletons />}>
        {({ pages }) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <output className="text-sm text-muted">
                {/* Not before the answer: until then the rows are the previous results. */}
                {isPlaceholderData ? 'Searching...' : copy.count(countRows(pages), list.hasNextPage)}
              </output>
              <Button variant="quiet" pending={isRefetching} pendingLabel="Refreshing..." onClick={handleRefresh}>
                <RefreshCw aria-hidden className="size-4" />
                Refresh
              </Button>
            </div>
            {countRows(pages) > 0 ? (
              <TransactionTable pages={pages} isBusy={isPlaceholderData} onOpen={onOpen} />
            ) : (
              !list.hasNextPage && !isPlaceholderData && <EmptyState title={copy.empty} />
            )}
            {list.hasNextPage && !isPlaceholderData && <ResultsEnd list={list} pages={pages} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

type ResultsEndProps = {
  list: {
    isFetchingNextPage: boolean
    isRefetching: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
  pages: Page[]
}

/** Loads the next page automatically while pages are full. A search for rare rows continues only on request. */
function ResultsEnd({ list, pages }: ResultsEndProps) {
  const last = pages.at(-1)
  const next = last?.next ?? null
  const isRare = last !== undefined && last.transactions.length < pageSize
  return (
    <div className="space-y-2 text-center">
      {isRare && next !== null && (
        <output className="block">{copy.searchedBack(formatDenseDateTime(next.before))}</output>
      )}
      <ListEnd
        what="earlier transactions"
        label={isRare ? 'Search further back' : 'Show more'}
        pendingLabel={isRare ? 'Searching...' : 'Loading...'}
        loadWithin={isRare || list.isRefetching ? null : 600}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={list.fetchNextPage}
        button={{ variant: 'secondary', className: 'self-center' }}
      />
    </div>
  )
}

function countRows(pages: Page[]): number {
  return pages.reduce((sum, { transactions }) => sum + transactions.length, 0)
}

function RowSkeletons() {
  return (
    <div className="space-y-2 rounded bg-card p-3 shadow-card">
      {Array.from({ length: 12 }, (_, row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  )
}
