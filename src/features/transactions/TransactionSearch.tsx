import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Button } from '@/components/ui/Button'
import { londonDay } from '@/lib/dates'
import { env } from '@/lib/env'
import { transactionCopy } from './copy'
import { groupByDay } from './groupByDay'
import { mergeTransactions } from './mergeTransactions'
import { transactionQueries, type SearchCriteria } from './queries'
import { sampleTransactions } from './sampleTransactions'
import { emptySearchForm, isFound, readCriteria, type SearchForm } from './searchForm'
import { TransactionListSkeleton } from './TransactionListSkeleton'
import { TransactionPages } from './TransactionPages'
import { TransactionSearchFields } from './TransactionSearchFields'
import { useDebounced } from './useDebounced'

type TransactionSearchProps = {
  userId: string
  form: SearchForm
  onChange: (form: SearchForm) => void
}

/** The longest pause between two keys, in ms. */
const typingPause = 300

/** Searches transactions by name, reference and amount while the user types. */
export function TransactionSearch({ userId, form, onChange }: TransactionSearchProps) {
  const debounced = useDebounced(form, typingPause)
  const criteria = useMemo(() => readCriteria(debounced), [debounced])
  const isEmpty = Object.values(form).every((typed) => typed.trim() === '')
  return (
    <div className="space-y-2">
      <TransactionSearchFields form={form} onChange={onChange} />
      {criteria === null ? (
        <p className="py-6 text-center text-muted">{isEmpty && transactionCopy.search.hint}</p>
      ) : (
        <Results userId={userId} criteria={criteria} onClear={() => onChange(emptySearchForm)} />
      )}
    </div>
  )
}

type ResultsProps = { userId: string; criteria: SearchCriteria; onClear: () => void }

function Results({ userId, criteria, onClear }: ResultsProps) {
  const list = useInfiniteQuery({ ...transactionQueries.search(userId, criteria), placeholderData: keepPreviousData })
  const [samples] = useState(() => (env.sampleTransactions ? sampleTransactions(londonDay(new Date())) : []))
  const { data, hasNextPage } = list
  const found = useMemo(
    () =>
      mergeTransactions(
        data?.pages.flat() ?? [],
        samples.filter((sample) => isFound(sample, criteria)),
        !hasNextPage,
      ),
    [data, samples, criteria, hasNextPage],
  )
  const days = useMemo(() => groupByDay(found), [found])

  return (
    <section aria-labelledby="results-heading" aria-busy={list.isPlaceholderData}>
      <h2 id="results-heading" className="sr-only">
        {transactionCopy.search.results}
      </h2>
      <Loaded query={list} what="the results" skeleton={<TransactionListSkeleton />}>
        {() => (
          <>
            {/* Not before the answer: until then the rows are the previous results. */}
            <output className={found.length > 0 ? 'block text-sm text-muted' : 'sr-only'}>
              {!list.isPlaceholderData && transactionCopy.search.count(found.length, hasNextPage)}
            </output>
            {days.length > 0 ? (
              <TransactionPages days={days} list={list} />
            ) : (
              !list.isPlaceholderData && <NothingFound onClear={onClear} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title={transactionCopy.search.nothing.title}>
      <p>{transactionCopy.search.nothing.text}</p>
      <Button variant="secondary" onClick={onClear}>
        Clear search
      </Button>
    </EmptyState>
  )
}
