import { ChevronRight } from 'lucide-react'
import { ViewTransition } from 'react'
import { Link } from 'react-router-dom'
import { CopyableNumber } from '@/components/CopyableNumber'
import { Balance } from './Balance'
import { BalanceSwitch } from './BalanceSwitch'
import { Skeleton } from '@/components/Skeleton'
import { cn } from '@/lib/cn'
import { accountCopy } from './copy'
import type { Account } from './queries'

type AccountCardProps = {
  account: Account
  /** The link of the card. Without it, the card is not a link. */
  to?: string
  /** Called when the link is pressed, to prefetch the next screen. */
  onPress?: () => void
}

const look =
  'relative isolate overflow-hidden rounded-lg bg-linear-to-br from-hero to-hero-end p-5 pb-3 text-on-hero shadow-card'

export function AccountCard({ account, to, onPress }: AccountCardProps) {
  return (
    // Moves between home and the transactions.
    <ViewTransition name="account-card" default="none" share={{ navigation: 'auto', default: 'none' }}>
      <section aria-label={accountCopy.accountName} className={look}>
        <div className="flex items-center justify-between gap-3">
          <h2 className="font-semibold">
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
        </div>
        <p className="-mb-1.5 flex items-center text-sm text-on-hero-muted">
          Balance
          <BalanceSwitch tone="hero" />
        </p>
        <p className="text-[min(2.25rem,10vw)] leading-tight font-semibold tracking-tight">
          <Balance pence={account.balance} />
        </p>
        <p className="mb-2 min-h-4 text-xs text-on-hero-muted">
          {account.pending > 0 && (
            <>
              Pending <Balance pence={account.pending} />
            </>
          )}
        </p>
        <dl className="flex flex-wrap gap-x-8 gap-y-1 border-t max-[22.5rem]:gap-x-1 border-on-hero/15 pt-2">
          <Detail label="Sort code" value={account.sortCode} />
          <Detail label="Account number" value={account.accountNumber} />
        </dl>
      </section>
    </ViewTransition>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div className="last:-mr-3.5">
      <dt className="pt-1 text-xs text-on-hero-muted">{label}</dt>
      <dd>
        <CopyableNumber label={label} value={value} tone="hero" />
      </dd>
    </div>
  )
}

/** As high as the card, so that nothing below it moves: on the smallest phones the name in a link has two lines. */
export function AccountCardSkeleton({ isLink = false }: { isLink?: boolean }) {
  return (
    <Skeleton
      className={cn(
        'h-[calc(11.9375rem+1.25*min(2.25rem,10vw))] rounded-lg',
        isLink && 'max-[20.9rem]:h-[calc(13.4375rem+1.25*min(2.25rem,10vw))]',
      )}
    />
  )
}
