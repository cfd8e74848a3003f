import { ChevronRight } from 'lucide-react'
import { ViewTransition } from 'react'
import { Link } from 'react-router-dom'
import { AccountNumbers } from './AccountNumbers'
import { Balance } from './Balance'
import { BalanceSwitch } from './BalanceSwitch'
import { Skeleton } from '@/components/Skeleton'
import { accountCopy } from './copy'
import type { Account } from './queries'
import { ShareDetails } from './ShareDetails'

type AccountCardProps = {
  account: Account
  /** The link of the card. Without it, the card is not a link. */
  to?: string
  /** Called when the link is pressed, to prefetch the next screen. */
  onPress?: () => void
}

const look =
  'relative isolate overflow-hidden rounded-lg bg-linear-to-br from-hero to-hero-end px-4 py-1 text-on-hero shadow-card'

export function AccountCard({ account, to, onPress }: AccountCardProps) {
  return (
    // Moves between home and the transactions.
    <ViewTransition name="account-card" default="none" share={{ navigation: 'auto', default: 'none' }}>
      <section aria-label={accountCopy.accountName} className={look}>
        <div className="flex min-h-11 items-center gap-1">
          <h2 className="text-label">
            {to === undefined ? (
              accountCopy.accountName
            ) : (
              // The link covers the whole card. The copy buttons are above it.
              <Link
                to={to}
                onPointerDown={onPress}
                className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-6 focus-visible:after:outline-on-hero"
              >
                {accountCopy.accountName}
              </Link>
            )}
          </h2>
          {to !== undefined && <ChevronRight aria-hidden className="size-5 shrink-0 text-on-hero-muted" />}
          <ShareDetails account={account} look="hero" />
        </div>
        <div className="flex justify-between gap-x-3 text-small text-on-hero-muted">
          <p>Balance</p>
          {account.pending > 0 && (
            <p>
              Pending <Balance pence={account.pending} />
            </p>
          )}
        </div>
        <p className="flex min-h-11 items-center text-figure">
          <Balance pence={account.balance} />
          <BalanceSwitch tone="hero" />
        </p>
        <AccountNumbers account={account} />
      </section>
    </ViewTransition>
  )
}

/** As high as the card, so that nothing below it moves. */
export function AccountCardSkeleton() {
  return <Skeleton className="h-[calc(8.3125rem+max(2.75rem,1.25*min(2.25rem,10vw)))] rounded-lg" />
}
