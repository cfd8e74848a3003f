import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Balance } from '@/features/money/accounts/shared'
import { useStickyError } from '@/lib/queryState'
import { transactionQueries } from './queries'

/** The account's balance after a transaction. */
export function BalanceAfter({ transactionId }: { transactionId: string }) {
  const balance = useQuery(transactionQueries.balanceAfter(transactionId))
  const failure = useStickyError(balance)
  if (balance.data !== undefined) return balance.data === null ? 'Not known' : <Balance pence={balance.data} />
  if (failure === null) return <Skeleton className="h-5 w-24" />
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      We couldn't load it.
      <Button variant="quiet" className="-mr-5 text-sm" onClick={() => void balance.refetch()}>
        Try again
      </Button>
    </span>
  )
}
