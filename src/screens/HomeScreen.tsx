import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftRight, Ellipsis, Menu, Tag } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Columns } from '@/components/Columns'
import { Loaded } from '@/components/Loaded'
import { LoadingBar } from '@/components/LoadingBar'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { Tile, Tiles } from '@/components/Tile'
import { AccountCard, AccountCardSkeleton } from '@/features/money/accounts/AccountCard'
import { greetingName } from '@/features/money/accounts/greetingName'
import { accountQueries } from '@/features/money/accounts/queries'
import { useLiveAccount } from '@/features/money/accounts/realtime'
import { DebitCardTile } from '@/features/money/cards/DebitCardTile'
import { HelpCentre } from '@/features/care/help/HelpCentre'
import { InsightsLoading } from '@/features/money/insights/InsightsLoading'
import { Mailbox } from '@/features/contact/notifications/Mailbox'
import { profileQueries, type Profile } from '@/features/person/profile/queries'
import { BankPart, PendingPart } from '@/features/money/transactions/pendingPart'
import { transactionQueries, type Transaction } from '@/features/money/transactions/queries'
import { useLiveTransactions } from '@/features/money/transactions/realtime'
import { cn } from '@/lib/cn'
import { whenIdle } from '@/lib/idle'
import { lazyPart } from '@/lib/lazyPart'
import { paths } from '@/lib/paths'
import { useSession, useUserId } from '@/lib/session'
import { simpleHomeStore } from '@/lib/storage'
import { useAfterPaint } from '@/lib/useAfterPaint'

const loadParts = () => import('./homeParts')
const latestPending = <Skeleton className="h-56.75" />
const insightsPending = <InsightsLoading />
const supportPending = <Skeleton className="h-150" />
const AddBankDialog = lazyPart(
  async () => (await import('@/features/money/external-accounts/AddBankDialog')).AddBankDialog,
)
const LatestTransactions = lazyPart(async () => (await loadParts()).LatestTransactions, latestPending)
const ContactAsks = lazyPart(async () => {
  await whenIdle()
  return (await loadParts()).ContactAsks
})
const HomeLists = lazyPart(async () => (await loadParts()).HomeLists)
const TransactionActions = lazyPart(async () => (await loadParts()).TransactionActions)
const BankPaymentState = lazyPart(async () => (await loadParts()).BankPaymentState)
const showBank = (transaction: Transaction) => <BankPaymentState transaction={transaction} />
/** Few customers have asked for it. */
const SimpleHome = lazyPart(async () => (await import('./SimpleHome')).SimpleHome)
const NeedsQuestion = lazyPart(
  async () => (await import('@/features/person/support-needs/NeedsQuestion')).NeedsQuestion,
)
const UndoPart = lazyPart(async () => (await import('@/features/money/payments/UndoPart')).UndoPart)
const showUndo = (id: string) => <UndoPart id={id} />
const MoreOptionsDialog = lazyPart(async () => (await loadParts()).MoreOptionsDialog, <LoadingBar />)
const InsightsCards = lazyPart(async () => (await loadParts()).InsightsCards, insightsPending)
const SupportHub = lazyPart(async () => (await loadParts()).SupportHub, supportPending)

/** The whole Home, or the simple one for customers who have asked for it. */
export function HomeScreen() {
  const { hash } = useLocation()
  const userId = useUserId()
  const profile = useQuery(profileQueries.own(userId)).data
  useLiveTransactions(userId)
  const isSimple = profile && (profile.supportNeeds.includes('simple') || simpleHomeStore.read())
  return isSimple && hash !== '#all' ? (
    <SimpleHome profile={profile} mailbox={<Mailbox userId={userId} />} />
  ) : (
    <WholeHome profile={profile} />
  )
}

function WholeHome({ profile }: { profile: Profile | null | undefined }) {
  const { signOut } = useSession()
  const userId = useUserId()
  const client = useQueryClient()
  const account = useQuery(accountQueries.current(userId))
  useLiveAccount(userId)
  // The balance is painted first, and the rest of the screen does not wait for a retry.
  const isAnswered = !account.isPending || account.failureCount > 0 || account.isPaused
  const isPainted = useAfterPaint(isAnswered)
  const [dialog, setDialog] = useState<'add bank' | 'more options' | null>(null)
  const [isListed, setIsListed] = useState(false)
  const handleListed = useCallback(() => setIsListed(true), [])
  const handleClose = () => setDialog(null)
  const handleSignOut = () => void signOut()

  return (
    <Screen title="Home" hideHeader isTab width="wide">
      <header className="flex min-h-14 items-center justify-between gap-3 lg:min-h-20">
        <h1 tabIndex={-1} className="min-w-0 text-headline wrap-anywhere">
          Hello {greetingName(profile?.fullName)}
        </h1>
        <div className="-mr-2 flex shrink-0">
          {isPainted ? <Mailbox userId={userId} /> : <span className="size-11" />}
          <Link
            to={paths.more}
            aria-label="Menu"
            className="inline-flex size-11 items-center justify-center rounded-full hover:bg-brand-soft"
          >
            <Menu aria-hidden className="size-6" />
          </Link>
        </div>
      </header>
      <Columns
        main={
          <div className="space-y-4">
            <Loaded query={account} what="your account" skeleton={<AccountCardSkeleton />}>
              {(current) => (
                <AccountCard
                  account={current}
                  to={paths.transactions}
                  onPress={() => void client.prefetchInfiniteQuery(transactionQueries.list(userId))}
                />
              )}
            </Loaded>
            <Tiles>
              <Tile icon={ArrowLeftRight} label="Pay & Transfer" to={paths.payTransfer} />
              <Tile icon={Tag} label="Products and Offers" to={paths.more} />
              <HelpCentre />
              <Tile icon={Ellipsis} label="More options" onPress={() => setDialog('more options')} />
            </Tiles>
            {/* They appear late: below what is pressed at once, so that it does not move. */}
            {isPainted && (profile?.supportNeeds.length ?? 0) > 0 && <NeedsQuestion userId={userId} />}
            {isPainted && <ContactAsks userId={userId} />}
            {account.data && <DebitCardTile lastFour={account.data.cardLastFour} />}
            {account.isPending && <Skeleton className="h-15" />}
            <PendingPart value={showUndo}>
              <BankPart value={showBank}>
                {isPainted ? <LatestTransactions userId={userId} Actions={TransactionActions} /> : latestPending}
              </BankPart>
            </PendingPart>
            {isPainted && <HomeLists userId={userId} onAddBank={() => setDialog('add bank')} onShown={handleListed} />}
          </div>
        }
        aside={
          // On phones it is below the lists, which would move it: until then it has no box there.
          <div className={cn('space-y-6', !isListed && 'max-lg:hidden')}>
            {isPainted ? <InsightsCards userId={userId} /> : insightsPending}
            {isPainted ? <SupportHub userId={userId} hasGreeting={false} onSignOut={handleSignOut} /> : supportPending}
          </div>
        }
      />
      {dialog === 'add bank' && <AddBankDialog userId={userId} onClose={handleClose} />}
      {dialog === 'more options' && <MoreOptionsDialog onSignOut={handleSignOut} onClose={handleClose} />}
    </Screen>
  )
}
