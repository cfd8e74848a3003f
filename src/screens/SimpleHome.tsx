import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, CreditCard, LifeBuoy, List, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { Balance } from '@/features/money/accounts/Balance'
import { BalanceSwitch } from '@/features/money/accounts/BalanceSwitch'
import { greetingName } from '@/features/money/accounts/greetingName'
import { accountQueries } from '@/features/money/accounts/queries'
import { useLiveAccount } from '@/features/money/accounts/realtime'
import { ShareDetails } from '@/features/money/accounts/ShareDetails'
import type { Profile } from '@/features/person/profile/queries'
import { NeedsQuestion } from '@/features/person/support-needs/NeedsQuestion'
import { ContactAsks } from '@/features/care/trusted-contact/ContactAsks'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'

const actions: { to: string; icon: LucideIcon; label: string }[] = [
  { to: paths.payTransfer, icon: ArrowLeftRight, label: 'Pay' },
  { to: paths.transactions, icon: List, label: 'See payments' },
  { to: paths.cards, icon: CreditCard, label: 'My card' },
  { to: paths.more, icon: LifeBuoy, label: 'Help' },
]

/** Two columns, or one where larger text leaves a word no room. */
const columns = { gridTemplateColumns: 'repeat(auto-fit, minmax(max(6.5rem, 40%), 1fr))' }

/** Home for customers who have asked for it: the balance and four large actions. */
export function SimpleHome({ profile, mailbox }: { profile: Profile; mailbox: ReactNode }) {
  const account = useQuery(accountQueries.current(profile.id))
  useLiveAccount(profile.id)
  return (
    <Screen title="Home" hideHeader isTab>
      <div className="space-y-4 pb-4">
        <header className="-mr-2 flex items-center justify-between gap-3 pt-4">
          <h1 tabIndex={-1} className="min-w-0 text-headline wrap-anywhere">
            Hello {greetingName(profile.fullName)}
          </h1>
          {mailbox}
        </header>
        <Loaded query={account} what="your account" skeleton={<Skeleton className="h-24" />}>
          {(current) => (
            <section aria-label="Balance" className="rounded bg-card px-4 pt-1 pb-3 shadow-card">
              <div className="flex items-center text-secondary">
                Balance
                <BalanceSwitch />
                <ShareDetails account={current} look="card" />
              </div>
              <p className="text-figure">
                <Balance pence={current.balance} />
              </p>
            </section>
          )}
        </Loaded>
        <ul style={columns} className="grid gap-3">
          {actions.map(({ to, icon: Icon, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex h-full min-h-18 py-4 flex-col items-center justify-center gap-2 rounded bg-card px-1 text-center text-strong shadow-card transition-colors hover:bg-brand-soft"
              >
                <Icon aria-hidden className="size-8 text-brand" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {/* They appear late: below what is pressed at once, so that it does not move. */}
        {profile.supportNeeds.length > 0 && <NeedsQuestion userId={profile.id} />}
        <ContactAsks userId={profile.id} />
        <Link to={`${paths.home}#all`} className={cn(buttonLook('secondary'), 'w-full')}>
          Show everything
        </Link>
      </div>
    </Screen>
  )
}
