import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, CalendarClock, Ellipsis, FileText, Search as SearchIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { LoadingBar } from '@/components/LoadingBar'
import { Screen } from '@/components/Screen'
import { Tile, Tiles } from '@/components/Tile'
import { Button } from '@/components/ui/Button'
import { AccountSummary, AccountSummarySkeleton } from '@/features/money/accounts/AccountSummary'
import { accountQueries } from '@/features/money/accounts/queries'
import { useLiveAccount } from '@/features/money/accounts/realtime'
import { BankPart, PendingPart } from '@/features/money/transactions/pendingPart'
import type { SearchFilters, Transaction } from '@/features/money/transactions/queries'
import { useLiveTransactions } from '@/features/money/transactions/realtime'
import { filterParams, readFilters } from '@/features/money/transactions/searchFilters'
import { TransactionHistory } from '@/features/money/transactions/TransactionHistory'
import { TransactionsWithDetails } from '@/features/money/transactions/TransactionsWithDetails'
import { useLinkedTransaction } from '@/features/money/transactions/useLinkedTransaction'
import { useNewestTransaction } from '@/features/money/transactions/useNewestTransaction'
import { useSelectedTransaction } from '@/features/money/transactions/useSelectedTransaction'
import { object, text } from '@/lib/json'
import { lazyPart } from '@/lib/lazyPart'
import { paths, searchStep } from '@/lib/paths'
import { useUserId } from '@/lib/session'

const readStep = object({ step: text })

const loadSearch = async () => (await import('@/features/money/transactions/TransactionSearch')).TransactionSearch
const TransactionSearch = lazyPart(loadSearch)
const UndoPart = lazyPart(async () => (await import('@/features/money/payments/UndoPart')).UndoPart)
const showUndo = (id: string) => <UndoPart id={id} />
// Most customers have them from Home.
const BankPaymentState = lazyPart(async () => (await import('./homeParts')).BankPaymentState)
const showBank = (transaction: Transaction) => <BankPaymentState transaction={transaction} />
const MoreOptionsDialog = lazyPart(async () => (await import('./homeParts')).MoreOptionsDialog, <LoadingBar />)
const TransactionActions = lazyPart(async () => (await import('./homeParts')).TransactionActions)

export function TransactionsScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  // Held here, so that a look at the list keeps it. Not in the address, because it is personal data.
  const [searchText, setSearchText] = useState('')
  useLiveAccount(userId)
  useLiveTransactions(userId)

  // The search is a separate entry in the browser's history, so that the phone's back button closes it.
  const isSearch = readStep(state) !== undefined || search !== ''
  return (
    <PendingPart value={showUndo}>
      <BankPart value={showBank}>
        {isSearch ? (
          <Search userId={userId} text={searchText} onText={setSearchText} />
        ) : (
          <Overview userId={userId} onSearch={() => void navigate(paths.transactions, { state: searchStep })} />
        )}
      </BankPart>
    </PendingPart>
  )
}

type SearchProps = { userId: string; text: string; onText: (text: string) => void }

function Search({ userId, text: typed, onText }: SearchProps) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [selected, select] = useSelectedTransaction()
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search])
  // Filters change the same entry of the history, so that one step back leaves the search.
  const handleFilters = (changed: SearchFilters) =>
    void navigate({ search: String(filterParams(changed)) }, { state: searchStep, replace: true })
  return (
    <Screen title="Search transactions" back={paths.transactions} width="wide">
      <TransactionsWithDetails
        selected={selected}
        actions={selected && <TransactionActions userId={userId} transaction={selected} />}
        onClose={() => select(null)}
        list={
          <TransactionSearch
            userId={userId}
            text={typed}
            onText={onText}
            filters={filters}
            onFilters={handleFilters}
            onSelect={select}
          />
        }
      />
    </Screen>
  )
}

function Overview({ userId, onSearch }: { userId: string; onSearch: () => void }) {
  const account = useQuery(accountQueries.current(userId))
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  const [selected, select] = useSelectedTransaction()
  useLinkedTransaction(userId, select)
  const newest = useNewestTransaction(userId)
  const shown = selected ?? newest
  const list = (
    <div className="space-y-2">
      <Loaded query={account} what="your account" skeleton={<AccountSummarySkeleton />}>
        {(current) => <AccountSummary account={current} />}
      </Loaded>
      <Tiles>
        <Tile icon={ArrowLeftRight} label="Pay & Transfer" to={paths.payTransfer} />
        <Tile icon={FileText} label="Statements" to={paths.statements} />
        <Tile icon={CalendarClock} label="Manage payments" to={paths.scheduledPayments} />
        <Tile icon={Ellipsis} label="More options" onPress={() => setIsMoreOpen(true)} />
      </Tiles>
      <TransactionHistory userId={userId} onSelect={select} />
    </div>
  )
  return (
    <Screen
      title="Transactions"
      back={paths.home}
      actions={
        <Button
          variant="quiet"
          className="px-3!"
          // The search itself reports a failed download.
          onPointerDown={() => void loadSearch().catch(() => undefined)}
          onClick={onSearch}
        >
          <SearchIcon aria-hidden className="size-5" />
          <span className="max-lg:sr-only">Search</span>
        </Button>
      }
      isTab
      width="wide"
    >
      <TransactionsWithDetails
        list={list}
        selected={shown}
        // What the customer does there stays about this transaction when a newer one comes.
        onUse={selected === null && newest ? () => select(newest) : undefined}
        actions={shown && <TransactionActions userId={userId} transaction={shown} />}
        onClose={() => select(null)}
      />
      {isMoreOpen && <MoreOptionsDialog onClose={() => setIsMoreOpen(false)} />}
    </Screen>
  )
}
