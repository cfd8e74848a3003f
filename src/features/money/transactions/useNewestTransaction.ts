import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { useIsWide } from '@/components/useIsWide'
import { type Transaction, transactionQueries } from './queries'

/**
 * The transaction that desktops show beside the list until the customer selects one. Null: the account has none, the
 * address names one, or the window is a phone's. Undefined: the list is not read yet.
 */
export function useNewestTransaction(userId: string): Transaction | null | undefined {
  const isWide = useIsWide()
  const { hash } = useLocation()
  // The list itself fetches it.
  const { data, isPending } = useInfiniteQuery({ ...transactionQueries.list(userId), enabled: false })
  if (!isWide || hash !== '') return null
  return data?.pages[0]?.[0] ?? (isPending ? undefined : null)
}
