import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Button } from '@/components/ui/Button'
import { env } from '@/lib/env'
import { useDebounced } from '@/lib/useDebounced'
import { transactionCopy } from './copy'
import { groupByDay } from './groupByDay'
import { matches, searchedAmounts } from './matches'
import { transactionQueries, type SearchCriteria, type SearchFilters } from './queries'
import { SampleTransactions } from './SampleTransactions'
import { SearchControls } from './SearchControls'
import { filterChips, noFilters } from './searchFilters'
import { TransactionListSkeleton } from './TransactionListSkeleton'
import { TransactionPages } from './TransactionPages'
import type { OnSelect } from './useSelectedTransaction'

type TransactionSearchProps = {
  userId: string
  text: string
  onText: (text: string) => void
  filters: SearchFilters
  onFilters: (filters: SearchFilters) => void
  onSelect: OnSelect
}

/** The longest pause between two keys, in ms. */
const typingPause = 300

/** Searches transactions by name, reference and amount while the user types, within the filters. */
export function TransactionSearch({ userId, onSelect, ...controls }: TransactionSearchProps) {
  const { filters, onText, onFilters } = controls
  const text = useDebounced(controls.text.trim(), typingPause)
  const criteria = useMemo(() => ({ ...filters, text }), [filters, text])
  const isEmpty = text === '' && filterChips(filters).length === 0

  function handleClear() {
    onText('')
    onFilters(noFilters)
  }

  return (
    <div className="space-y-2">
      <SearchControls {...controls} />
      {isEmpty ? (
        <p className="py-6 text-center text-secondary">{controls.text.trim() === '' && transactionCopy.search.hint}</p>
      ) : (
        <Results userId={userId} criteria={criteria} onSelect={onSelect} onClear={handleClear} />
      )}
    </div>
  )
}

type ResultsProps = { userId: string; criteria: SearchCriteria; onSelect: OnSelect; onClear: () => void }

function Results({ userId, criteria, onSelect, onClear }: ResultsProps) {
  const list = useInfiniteQuery({ ...transactionQueries.search(userId, criteria), placeholderData: keepPreviousData })
  const { data, hasNextPage } = list
  const found = useMemo(() => data?.pages.flat() ?? [], [data])
  const days = useMemo(() => groupByDay(found, hasNextPage), [found, hasNextPage])

  return (
    <section aria-labelledby="results-heading" aria-busy={list.isPlaceholderData}>
      <h2 id="results-heading" className="sr-only">
        {transactionCopy.search.results}
      </h2>
      <Loaded query={list} what="the results" skeleton={<TransactionListSkeleton />}>
        {() => (
          <>
            {/* Not before the answer: until then the rows are the previous results. */}
            <output className={found.length > 0 ? 'block text-secondary' : 'sr-only'}>
              {list.isPlaceholderData || list.isFetchingNextPage
                ? transactionCopy.search.searching
                : transactionCopy.search.count(found.length, hasNextPage)}
            </output>
            {days.length > 0 ? (
              <TransactionPages days={days} list={list} onSelect={onSelect} />
            ) : (
              !list.isPlaceholderData && <NothingFound criteria={criteria} onClear={onClear} />
            )}
            {env.sampleTransactions && !hasNextPage && !list.isPlaceholderData && (
              <SampleTransactions isShown={(sample) => matches(sample, criteria)} onSelect={onSelect} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function NothingFound({ criteria, onClear }: { criteria: SearchCriteria; onClear: () => void }) {
  const { title, text, filtered, onlyFiltered } = transactionCopy.search.nothing
  const filters = filterChips(criteria)
    .map(({ label }) => label)
    .join(', ')
  return (
    <EmptyState title={title}>
      {criteria.text === '' ? (
        <p>{onlyFiltered(filters)}</p>
      ) : (
        <p className="wrap-anywhere">{text(criteria.text, searchedAmounts(criteria.text) !== null)}</p>
      )}
      {criteria.text !== '' && filters !== '' && <p>{filtered(filters)}</p>}
      <Button variant="secondary" onClick={onClear}>
        Clear search
      </Button>
    </EmptyState>
  )
}
