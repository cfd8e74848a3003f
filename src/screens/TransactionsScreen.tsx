import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, CalendarClock, Ellipsis, FileText, Search } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { Tile, Tiles } from '@/components/Tile'
import { Button } from '@/components/ui/Button'
import { AccountCard, AccountCardSkeleton } from '@/features/accounts/AccountCard'
import { accountQueries, type Account } from '@/features/accounts/queries'
import { useLiveAccount } from '@/features/accounts/realtime'
import { MoreOptionsDialog } from '@/features/transactions/MoreOptionsDialog'
import { useLiveTransactions } from '@/features/transactions/realtime'
import { emptySearchForm } from '@/features/transactions/searchForm'
import { TransactionHistory } from '@/features/transactions/TransactionHistory'
import { TransactionSearch } from '@/features/transactions/TransactionSearch'
import { object, text } from '@/lib/json'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

/** The search is a separate entry in the browser's history, so that the phone's back button closes it. */
const searchStep = { step: 'search' }
const readStep = object({ step: text })

export function TransactionsScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const isSearching = readStep(useLocation().state)?.step === searchStep.step
  // Held here, so that a look at the list keeps it. Not in the URL, because it is personal data.
  const [form, setForm] = useState(emptySearchForm)
  useLiveAccount(userId)
  useLiveTransactions(userId)

  if (isSearching) {
    return (
      <Screen title="Search transactions" back={() => void navigate(paths.transactions, { replace: true })}>
        <TransactionSearch userId={userId} form={form} onChange={setForm} />
      </Screen>
    )
  }
  return <Overview userId={userId} onSearch={() => void navigate(paths.transactions, { state: searchStep })} />
}

function Overview({ userId, onSearch }: { userId: string; onSearch: () => void }) {
  const account = useQuery(accountQueries.current(userId))
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  return (
    <Screen title="Transactions" back={paths.home}>
      <div className="space-y-6">
        <Loaded query={account} what="your account" skeleton={<AccountSkeleton />}>
          {(current) => (
            <div className="space-y-3">
              <AccountCard account={current} />
              <Balances account={current} />
            </div>
          )}
        </Loaded>
        <Tiles>
          <Tile icon={ArrowLeftRight} label="Pay & Transfer" to={paths.payTransfer} />
          <Tile icon={FileText} label="Statements" to={paths.statements} />
          <Tile icon={CalendarClock} label="Manage payments" to={paths.scheduledPayments} />
          <Tile icon={Ellipsis} label="More options" onPress={() => setIsMoreOpen(true)} />
        </Tiles>
        <TransactionHistory
          userId={userId}
          actions={
            <Button variant="quiet" className="-mr-3 ml-auto" onClick={onSearch}>
              <Search aria-hidden className="size-5" />
              Search
            </Button>
          }
        />
      </div>
      {isMoreOpen && <MoreOptionsDialog onClose={() => setIsMoreOpen(false)} />}
    </Screen>
  )
}

/** Payments complete at once, so nothing is ever pending. */
function Balances({ account }: { account: Account }) {
  return (
    <dl className="divide-y divide-line rounded bg-card px-4 shadow-card">
      <BalanceLine label="Balance including pending" pence={account.balance} />
      <BalanceLine label="Pending" pence={0} />
    </dl>
  )
}

/** As high as the loaded content, so that the list below does not move. */
function AccountSkeleton() {
  return (
    <div className="space-y-3">
      <AccountCardSkeleton />
      <Skeleton className="h-22.25" />
    </div>
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
