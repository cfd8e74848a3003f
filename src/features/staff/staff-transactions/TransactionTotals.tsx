import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { compactButton } from '@/components/compactButton'
import { Button } from '@/components/ui/Button'
import { formatDenseDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { formatCount } from '@/lib/numbers'
import { staffTransactionsCopy } from './copy'
import { isNarrowed, type Search } from './filter'
import { staffTransactionQueries } from './queries'
import { useSteps } from './useSteps'

const { totals: copy, searched } = staffTransactionsCopy

type TransactionTotalsProps = {
  search: Search
  /** How many rows were added since the list was read. */
  freshCount: number
}

/** The totals of all transactions that a search finds. Of the whole list only on request: it has millions. */
export function TransactionTotals({ search, freshCount }: TransactionTotalsProps) {
  const client = useQueryClient()
  const [isWanted, setIsWanted] = useState(isNarrowed(search.filter))
  const [countedFresh, setCountedFresh] = useState(freshCount)
  const query = staffTransactionQueries.totals(search)
  const totals = useInfiniteQuery({ ...query, enabled: isWanted })
  const steps = useSteps(query.queryKey, totals, false)
  const { data, refetch } = totals
  const last = data?.pages.at(-1)
  // One step is cheap enough to follow the list.
  const isSmall = data?.pages.length === 1 && last?.next === null

  useEffect(() => {
    if (isSmall && freshCount > 0) void refetch()
  }, [isSmall, freshCount, refetch])

  const handleAgain = () => {
    setCountedFresh(freshCount)
    void client.resetQueries({ queryKey: query.queryKey })
  }

  if (!isWanted)
    return (
      <Button variant="quiet" className={compactButton} onClick={() => setIsWanted(true)}>
        {copy.add}
      </Button>
    )
  return (
    <section aria-label={copy.label} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {last !== undefined && !steps.isRunning && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
          {[
            [last.next === null ? copy.count : copy.countSoFar, formatCount(last.count)],
            [copy.paidIn, formatPence(last.paidIn)],
            [copy.paidOut, formatPence(last.paidOut)],
          ].map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="text-secondary">{name}</dt>
              <dd className="text-strong text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {last?.next && <span>{searched(formatDenseDateTime(last.next.after))}</span>}
      {totals.error !== null && <output className="text-danger">{copy.failed}</output>}
      {(steps.isRunning || steps.isInterrupted) && (
        <Button
          variant="quiet"
          className={compactButton}
          onClick={() => (steps.isRunning ? steps.stop() : void steps.goOn())}
        >
          {steps.isRunning ? copy.stop : totals.error === null ? copy.goOn : copy.retry}
        </Button>
      )}
      {last?.next === null && !isSmall && countedFresh !== freshCount && (
        <Button variant="quiet" className={compactButton} onClick={handleAgain}>
          {copy.again}
        </Button>
      )}
    </section>
  )
}
