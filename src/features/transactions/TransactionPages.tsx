import { useDeferredValue } from 'react'
import { EarlierTransactions } from './EarlierTransactions'
import type { TransactionDay } from './groupByDay'
import { TransactionList } from './TransactionList'
import type { OnSelect } from './useSelectedTransaction'

type TransactionPagesProps = {
  days: TransactionDay[]
  /** The query that loads the list page by page. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isRefetching: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
  onSelect: OnSelect
}

/** Transactions by day. The end of the list loads the next page. */
export function TransactionPages({ days, list, onSelect }: TransactionPagesProps) {
  // New rows render in slices, so that scrolling stays smooth. Until they are rendered, the end of the list is too near.
  const drawnDays = useDeferredValue(days)
  const isDrawing = drawnDays !== days
  return (
    <>
      <TransactionList days={drawnDays} onSelect={onSelect} />
      <EarlierTransactions
        hasMore={list.hasNextPage || isDrawing}
        isLoading={list.isFetchingNextPage}
        isBusy={list.isRefetching || isDrawing}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={list.fetchNextPage}
      />
    </>
  )
}
