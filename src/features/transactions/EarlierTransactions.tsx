import { useEffect, useRef } from 'react'
import { LoadFailed } from '@/components/LoadFailed'
import { Button } from '@/components/ui/Button'
import { transactionCopy } from './copy'

type EarlierTransactionsProps = {
  hasMore: boolean
  isLoading: boolean
  /** The list is being read again, which reading on would cancel, or drawn. */
  isBusy: boolean
  /** Why the last try to read on failed. */
  error: Error | null
  onLoad: () => unknown
}

/** The foot of the list. It reads on by itself before one gets there; the button is for when that does not happen. */
export function EarlierTransactions({ hasMore, isLoading, isBusy, error, onLoad }: EarlierTransactionsProps) {
  const foot = useRef<HTMLDivElement>(null)
  const isReady = hasMore && !isLoading && !isBusy && error === null

  useEffect(() => {
    if (!isReady || foot.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // One call may bring several moments; the last is now.
        if (entries.at(-1)?.isIntersecting) onLoad()
      },
      { rootMargin: '1200px 0px' },
    )
    observer.observe(foot.current)
    return () => observer.disconnect()
  }, [isReady, onLoad])

  return (
    <div ref={foot} className="flex flex-col items-stretch pt-4">
      {error !== null ? (
        <LoadFailed error={error} onRetry={onLoad} what="earlier transactions" />
      ) : hasMore ? (
        <Button variant="quiet" pending={isLoading} pendingLabel="Loading earlier transactions..." onClick={onLoad}>
          Show earlier transactions
        </Button>
      ) : (
        <p className="py-2 text-center text-sm text-muted">{transactionCopy.endOfList}</p>
      )}
    </div>
  )
}
