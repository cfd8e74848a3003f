import { ListEnd } from '@/components/ListEnd'
import { transactionCopy } from './copy'

type EarlierTransactionsProps = {
  hasMore: boolean
  isLoading: boolean
  /** The list is being refetched, which loading a page would cancel, or rendered. */
  isBusy: boolean
  /** Why the last page failed to load. */
  error: Error | null
  onLoad: () => unknown
}

/** The end of the list. It loads the next page before the user reaches it; the button is the fallback. */
export function EarlierTransactions({ hasMore, isLoading, isBusy, error, onLoad }: EarlierTransactionsProps) {
  return (
    <div className="pt-4">
      {hasMore || error !== null ? (
        <ListEnd
          what="earlier transactions"
          label="Show earlier transactions"
          pendingLabel="Loading earlier transactions..."
          loadWithin={hasMore && !isBusy ? 1200 : null}
          isLoading={isLoading}
          error={error}
          onLoad={onLoad}
          button={{ variant: 'quiet' }}
        />
      ) : (
        <p className="py-2 text-center text-secondary">{transactionCopy.endOfList}</p>
      )}
    </div>
  )
}
