import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { env } from '@/lib/env'
import { lazyPart } from '@/lib/lazyPart'
import { transactionCopy } from './copy'
import { FirstSteps } from './FirstSteps'
import { groupByDay } from './groupByDay'
import { forgetEarlierPages, isLong } from './longList'
import { transactionQueries } from './queries'
import { TransactionListSkeleton } from './TransactionListSkeleton'
import { TransactionPages } from './TransactionPages'
import type { OnSelect } from './useSelectedTransaction'

/** Below the customer's own rows, so that the first rows do not wait for them. */
const SampleTransactions = lazyPart(async () => (await import('./SampleTransactions')).SampleTransactions)

type TransactionHistoryProps = {
  userId: string
  /** Left out: the current account. */
  savingsId?: string
  onSelect: OnSelect
}

// `useLiveTransactions` refreshes a long list itself, and refetches only its top.
const refetchUnlessLong = ({ state }: { state: { data?: { pages: unknown[] } } }) => !isLong(state.data)

/** All transactions of an account by day. */
export function TransactionHistory({ userId, savingsId, onSelect }: TransactionHistoryProps) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    ...transactionQueries.list(userId, savingsId),
    refetchOnWindowFocus: refetchUnlessLong,
    refetchOnReconnect: refetchUnlessLong,
  })
  useEffect(() => () => forgetEarlierPages(client, userId, savingsId), [client, userId, savingsId])
  const { data, hasNextPage } = list
  const days = useMemo(() => groupByDay(data?.pages.flat() ?? [], hasNextPage), [data, hasNextPage])

  return (
    <section aria-labelledby="transactions-heading">
      <h2 id="transactions-heading" className="sr-only">
        Latest transactions
      </h2>
      <Loaded query={list} what="your transactions" skeleton={<TransactionListSkeleton />}>
        {() => (
          <>
            {days.length === 0 ? (
              <EmptyState title={transactionCopy.empty.title}>
                {savingsId === undefined ? <FirstSteps userId={userId} /> : <p>{transactionCopy.empty.savings}</p>}
              </EmptyState>
            ) : (
              <TransactionPages days={days} list={list} onSelect={onSelect} />
            )}
            {env.sampleTransactions && savingsId === undefined && !hasNextPage && (
              <SampleTransactions onSelect={onSelect} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
