import { startTransition, useCallback, useDeferredValue, useState } from 'react'
import { EarlierTransactions } from './EarlierTransactions'
import type { TransactionDay } from './groupByDay'
import type { Transaction } from './queries'
import { TransactionDetailsDialog } from './TransactionDetailsDialog'
import { TransactionList } from './TransactionList'

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
}

/** Transactions by day. The end of the list loads the next page; a row opens its details. */
export function TransactionPages({ days, list }: TransactionPagesProps) {
  const [selected, setSelected] = useState<Transaction | null>(null)
  // Opening a dialog over thousands of rows is slow, so React responds to the tap first.
  const select = useCallback((transaction: Transaction | null) => startTransition(() => setSelected(transaction)), [])
  // New rows render in slices, so that scrolling stays smooth. Until they are rendered, the end of the list is too near.
  const drawnDays = useDeferredValue(days)
  const isDrawing = drawnDays !== days
  return (
    <>
      <TransactionList days={drawnDays} onSelect={select} />
      <EarlierTransactions
        hasMore={list.hasNextPage || isDrawing}
        isLoading={list.isFetchingNextPage}
        isBusy={list.isRefetching || isDrawing}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={list.fetchNextPage}
      />
      {selected !== null && <TransactionDetailsDialog transaction={selected} onClose={() => select(null)} />}
    </>
  )
}
