import { startTransition, useCallback, useDeferredValue, useState } from 'react'
import { EarlierTransactions } from './EarlierTransactions'
import type { TransactionDay } from './groupByDay'
import type { Transaction } from './queries'
import { TransactionDetailsDialog } from './TransactionDetailsDialog'
import { TransactionList } from './TransactionList'

type TransactionPagesProps = {
  days: TransactionDay[]
  /** The list as it is read, page after page. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isRefetching: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
}

/** Transactions by day, which read on at the foot. A row opens its details. */
export function TransactionPages({ days, list }: TransactionPagesProps) {
  const [selected, setSelected] = useState<Transaction | null>(null)
  // A dialog over thousands of rows makes the browser look at all of them: the tap is answered first.
  const select = useCallback((transaction: Transaction | null) => startTransition(() => setSelected(transaction)), [])
  // New rows are drawn in slices: scrolling goes first. Until they stand there, the foot is nearer than it will be.
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
