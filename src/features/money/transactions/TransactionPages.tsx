import { useDeferredValue, useState } from 'react'
import { EarlierTransactions } from './EarlierTransactions'
import { firstDays } from './firstDays'
import type { TransactionDay } from './groupByDay'
import { heightOf } from './listHeights'
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

/** As many as a tall phone shows: they are painted first. */
const firstRows = 12

/** Transactions by day. The end of the list loads the next page. */
export function TransactionPages({ days, list, onSelect }: TransactionPagesProps) {
  const [first] = useState(() => firstDays(days, firstRows))
  // The other rows render in slices, so that the first paint does not wait and scrolling stays smooth. Until they are
  // rendered, their room is reserved, and the end of the list is too near.
  const drawnDays = useDeferredValue(days, first)
  const isDrawing = drawnDays !== days
  return (
    <>
      <TransactionList days={drawnDays} onSelect={onSelect} />
      {isDrawing && <div style={{ blockSize: Math.max(0, heightOf(days) - heightOf(drawnDays)) }} />}
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
