import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { transactionQueries } from './queries'
import type { OnSelect } from './useSelectedTransaction'

/** Selects the payment that a notification leads to (/transactions#payment=<id>), once it is in the list. */
export function useLinkedTransaction(userId: string, select: OnSelect) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const id = /^#payment=([\da-f-]{36})$/.exec(hash)?.[1]
  const { data } = useInfiniteQuery({ ...transactionQueries.list(userId), enabled: id !== undefined })
  const linked = id === undefined ? undefined : data?.pages.flat().find((transaction) => transaction.id === id)
  useEffect(() => {
    if (linked === undefined) return
    // So that a reload, or the way back, does not open it again.
    void navigate({ hash: '' }, { replace: true })
    select(linked)
  }, [linked, navigate, select])
}
