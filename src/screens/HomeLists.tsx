import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { accountQueries } from '@/features/money/accounts/queries'
import { ExternalAccounts } from '@/features/money/external-accounts/ExternalAccounts'
import { externalAccountQueries } from '@/features/money/external-accounts/queries'
import { NextPayments } from '@/features/money/outgoing-payments/NextPayments'
import { outgoingQueries } from '@/features/money/outgoing-payments/queries'
import { HomeSavings } from '@/features/money/savings/HomeSavings'
import { savingsQueries } from '@/features/money/savings/queries'
import { IncomingPayments } from '@/features/money/scheduled-payments/IncomingPayments'
import { scheduledPaymentQueries } from '@/features/money/scheduled-payments/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { isFirstRead } from '@/lib/queryState'

type HomeListsProps = {
  userId: string
  onAddBank: () => void
  /** Called once the lists are shown: what is below them has its place. */
  onShown: () => void
}

/** Below the latest transactions. Each list has nothing for some customers, so that all wait for the last one. */
export function HomeLists({ userId, onAddBank, onShown }: HomeListsProps) {
  const hasSavings = useQuery(accountQueries.current(userId)).data?.hasSavings ?? false
  const reads = [
    useQuery(transactionQueries.latest(userId)),
    useQuery(outgoingQueries.upcoming(userId)),
    useQuery(scheduledPaymentQueries.list(userId)),
    useQuery(externalAccountQueries.list(userId)),
    useQuery({ ...savingsQueries.accounts(userId), enabled: hasSavings }),
  ]
  // A failed read that starts again does not hide them.
  const [isShown, setIsShown] = useState(false)
  if (!isShown && !reads.some(isFirstRead)) setIsShown(true)
  useEffect(() => {
    if (isShown) onShown()
  }, [isShown, onShown])
  if (!isShown) return null
  return (
    <>
      {hasSavings && <HomeSavings userId={userId} />}
      <NextPayments userId={userId} />
      <IncomingPayments userId={userId} />
      <ExternalAccounts userId={userId} />
      <button
        type="button"
        onClick={onAddBank}
        className="flex min-h-14 w-full items-center justify-center gap-2 rounded border border-dashed border-control px-4 text-strong text-brand transition-colors hover:bg-brand-soft"
      >
        <Plus aria-hidden className="size-5" />
        Add another bank
      </button>
    </>
  )
}
