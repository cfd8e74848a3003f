import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, CalendarClock, Ellipsis, FileText, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import type { NotYetWords } from '@/components/NotYetDialog'
import { Screen } from '@/components/Screen'
import { Tile, Tiles } from '@/components/Tile'
import { Button } from '@/components/ui/Button'
import { AccountCard, AccountCardSkeleton } from '@/features/accounts/AccountCard'
import { accountQueries, type Account } from '@/features/accounts/queries'
import { useLiveAccount } from '@/features/accounts/realtime'
import { transactionCopy } from '@/features/transactions/copy'
import { useLiveTransactions } from '@/features/transactions/realtime'
import { TransactionHistory } from '@/features/transactions/TransactionHistory'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

const NotYetDialog = lazy(async () => ({ default: (await import('@/components/NotYetDialog')).NotYetDialog }))
const { statements, search, moreOptions } = transactionCopy.notYet

export function TransactionsScreen() {
  const { userId } = useSession()
  const account = useQuery(accountQueries.current(userId))
  useLiveAccount(userId)
  useLiveTransactions(userId)
  const [notYet, setNotYet] = useState<NotYetWords | null>(null)

  return (
    <Screen title="Transactions" back={paths.home}>
      <div className="space-y-6">
        <Loaded query={account} what="your account" skeleton={<AccountCardSkeleton />}>
          {(current) => (
            <div className="space-y-3">
              <AccountCard account={current} />
              <Balances account={current} />
            </div>
          )}
        </Loaded>
        <Tiles>
          <Tile icon={ArrowLeftRight} label="Pay & Transfer" to={paths.payTransfer} />
          <Tile icon={FileText} label="Statements" onPress={() => setNotYet(statements)} />
          <Tile icon={CalendarClock} label="Manage payments" to={paths.scheduledPayments} />
          <Tile icon={Ellipsis} label="More options" onPress={() => setNotYet(moreOptions)} />
        </Tiles>
        <TransactionHistory
          userId={userId}
          actions={
            <Button variant="quiet" className="-mr-3 ml-auto" onClick={() => setNotYet(search)}>
              <Search aria-hidden className="size-5" />
              Search
            </Button>
          }
        />
      </div>
      {notYet !== null && (
        <Suspense>
          <NotYetDialog {...notYet} onClose={() => setNotYet(null)} />
        </Suspense>
      )}
    </Screen>
  )
}

/** A payment completes at once, so nothing is ever pending. */
function Balances({ account }: { account: Account }) {
  return (
    <dl className="divide-y divide-line rounded bg-card px-4 shadow-card">
      <BalanceLine label="Balance including pending" pence={account.balance} />
      <BalanceLine label="Pending" pence={0} />
    </dl>
  )
}

function BalanceLine({ label, pence }: { label: string; pence: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-3 text-sm">
      <dt className="text-muted">{label}</dt>
      <dd>
        <Money pence={pence} className="font-medium" />
      </dd>
    </div>
  )
}
