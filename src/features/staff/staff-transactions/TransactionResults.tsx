import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compactButton } from '@/components/compactButton'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { staffTransactionsCopy as copy } from './copy'
import type { Search } from './filter'
import { PaymentsToCome } from './PaymentsToCome'
import { staffTransactionQueries } from './queries'
import { SearchEnd } from './SearchEnd'
import { pageSize, withChanges } from './steps'
import { TransactionTable } from './TransactionTable'
import { TransactionTotals } from './TransactionTotals'
import { useSteps } from './useSteps'

type TransactionResultsProps = {
  search: Search
  /** How many pages the user has asked for. */
  pageCount: number
  onMore: () => void
  /** Must be stable. */
  onOpen: (id: string) => void
}

/** What a search has found, and what is added while it is shown. */
export function TransactionResults({ search, pageCount, onMore, onOpen }: TransactionResultsProps) {
  const client = useQueryClient()
  const query = staffTransactionQueries.list(search)
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const { data, isPlaceholderData, hasNextPage } = list
  const found = useMemo(() => data?.pages.flatMap(({ transactions }) => transactions) ?? [], [data])
  const isPageFilled = data === undefined || found.length >= pageCount * pageSize
  const steps = useSteps(query.queryKey, list, isPageFilled)
  const readAt = data?.pages[0]?.readAt
  const searchedTo = data?.pages.at(-1)?.next?.after
  const changes = useQuery({
    ...staffTransactionQueries.changes(
      search,
      readAt ?? '',
      found.map(({ id }) => id),
    ),
    enabled: readAt !== undefined && !isPlaceholderData,
  })
  const { fresh, states } = changes.data ?? {}
  const rows = useMemo(
    () => withChanges(found, fresh && states && { fresh, states }, !hasNextPage),
    [found, fresh, states, hasNextPage],
  )
  const freshCount = rows.length - found.length

  return (
    <section aria-label="Results" className="space-y-2">
      <PaymentsToCome search={search} isRecorded={data !== undefined && !isPlaceholderData} onOpen={onOpen} />
      <Loaded
        query={{
          data,
          error: list.error,
          isRefetchError: list.isRefetchError,
          isPaused: list.isPaused,
          // Not the steps that are done.
          refetch: data === undefined ? list.refetch : steps.goOn,
        }}
        what="the transactions"
        skeleton={<RowSkeletons />}
      >
        {() => (
          <>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-secondary">
              <output>
                {/* Not before the answer: until then the rows are the previous results, or only the first of these. */}
                {isPlaceholderData || steps.isRunning ? copy.searching : copy.count(rows.length, hasNextPage)}
              </output>
              <output className="text-strong">{freshCount > 0 && copy.fresh(freshCount)}</output>
              <div className="flex-1 basis-28 sm:basis-60">
                {!isPlaceholderData && (
                  <TransactionTotals key={search.number} search={search} freshCount={freshCount} />
                )}
              </div>
            </div>
            {(changes.isError || changes.isPaused) && (
              <output className="block text-small text-care">{copy.notLive}</output>
            )}
            {changes.data?.isComplete === false && (
              <output className="flex flex-wrap items-center gap-x-3 text-small">
                {copy.tooManyFresh}
                <Button
                  variant="quiet"
                  className={compactButton}
                  onClick={() => void client.resetQueries({ queryKey: query.queryKey })}
                >
                  {copy.showNewest}
                </Button>
              </output>
            )}
            {rows.length > 0 ? (
              <TransactionTable rows={rows} isBusy={isPlaceholderData} onOpen={onOpen} />
            ) : (
              !hasNextPage && !isPlaceholderData && <EmptyState title={copy.empty} />
            )}
            {searchedTo !== undefined && !isPlaceholderData && (
              <SearchEnd
                steps={steps}
                error={list.error}
                searchedTo={searchedTo}
                isFilled={isPageFilled}
                onMore={onMore}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
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
