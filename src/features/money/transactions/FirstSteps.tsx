import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/money/accounts/queries'
import { ShareDetails } from '@/features/money/accounts/shared'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { transactionCopy } from './copy'

/** What a customer without transactions can do. */
export function FirstSteps({ userId }: { userId: string }) {
  const account = useQuery(accountQueries.current(userId))
  return (
    <>
      <p className="text-secondary">{transactionCopy.empty.text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {account.data && <ShareDetails account={account.data} look="button" />}
        <Link to={paths.payTransfer} className={cn(buttonLook('secondary'), 'px-3! text-small')}>
          Pay someone
        </Link>
      </div>
    </>
  )
}
