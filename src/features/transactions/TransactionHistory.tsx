import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { buttonLook } from '@/components/ui/buttonLook'
import { londonDay } from '@/lib/dates'
import { env } from '@/lib/env'
import { paths } from '@/lib/paths'
import { transactionCopy } from './copy'
import { EarlierTransactions } from './EarlierTransactions'
import { groupByDay } from './groupByDay'
import { mergeTransactions } from './mergeTransactions'
import { transactionQueries, type Transaction } from './queries'
import { sampleTransactions } from './sampleTransactions'
import { TransactionList } from './TransactionList'
import { TransactionListSkeleton } from './TransactionListSkeleton'

const TransactionDetailsDialog = lazy(async () => ({
  default: (await import('./TransactionDetailsDialog')).TransactionDetailsDialog,
}))

type TransactionHistoryProps = {
  userId: string | null
  /** What stands beside the heading. */
  actions: ReactNode
}

/** All transactions by day. A row opens its details. */
export function TransactionHistory({ userId, actions }: TransactionHistoryProps) {
  const list = useInfiniteQuery(transactionQueries.list(userId))
  const [selected, setSelected] = useState<Transaction | null>(null)
  const [samples] = useState(() => (env.sampleTransactions ? sampleTransactions(londonDay(new Date())) : []))
  const { data, hasNextPage, fetchNextPage } = list
  const days = useMemo(
    () => groupByDay(mergeTransactions(data?.pages.flat() ?? [], samples, !hasNextPage)),
    [data, samples, hasNextPage],
  )

  return (
    <section aria-labelledby="transactions-heading">
      <div className="flex min-h-11 flex-wrap items-center justify-between">
        <h2 id="transactions-heading" className="font-semibold">
          Latest transactions
        </h2>
        {actions}
      </div>
      <Loaded query={list} what="your transactions" skeleton={<TransactionListSkeleton />}>
        {() =>
          days.length === 0 ? (
            <NoTransactions />
          ) : (
            <>
              <TransactionList days={days} onSelect={setSelected} />
              <EarlierTransactions
                hasMore={hasNextPage}
                isLoading={list.isFetchingNextPage}
                isRefreshing={list.isRefetching}
                error={list.isFetchNextPageError ? list.error : null}
                onLoad={fetchNextPage}
              />
            </>
          )
        }
      </Loaded>
      {selected !== null && (
        <Suspense>
          <TransactionDetailsDialog transaction={selected} onClose={() => setSelected(null)} />
        </Suspense>
      )}
    </section>
  )
}

function NoTransactions() {
  return (
    <EmptyState title={transactionCopy.empty.title}>
      <p>{transactionCopy.empty.text}</p>
      <Link to={paths.payTransfer} className={buttonLook('secondary')}>
        Pay somebody
      </Link>
    </EmptyState>
  )
}
