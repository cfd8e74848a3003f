import { ViewTransition, type ReactNode } from 'react'
import { Skeleton } from '@/components/Skeleton'
import { SpokenDigits } from '@/components/SpokenDigits'
import { Balance } from './Balance'
import { BalanceSwitch } from './BalanceSwitch'
import { accountCopy } from './copy'
import type { Account } from './queries'
import { ShareDetails } from './ShareDetails'

/** The account above its transactions. Low, so that a phone shows the first of them. */
export function AccountSummary({ account }: { account: Account }) {
  return (
    // The card of the home screen becomes this one.
    <ViewTransition name="account-card" default="none" share={{ navigation: 'auto', default: 'none' }}>
      <section
        aria-label={accountCopy.accountName}
        className="rounded-lg bg-linear-to-br from-hero to-hero-end px-4 py-2 text-on-hero shadow-card"
      >
        <h2 className="text-label">{accountCopy.accountName}</h2>
        <dl className="flex flex-wrap gap-x-4 text-small tabular-nums">
          <Detail label="Sort code" value={account.sortCode} />
          <Detail label="Account number" value={account.accountNumber} />
        </dl>
        <div className="flex flex-wrap items-center">
          <p className="flex items-center">
            <span className="sr-only">Balance</span>
            <span className="text-headline">
              <Balance pence={account.balance} />
            </span>
            <BalanceSwitch tone="hero" />
          </p>
          <ShareDetails account={account} look="hero" />
        </div>
        <dl className="border-t border-on-hero/15 py-1 text-caption text-on-hero">
          <Line label="Balance including pending">
            <Balance pence={account.balance} />
          </Line>
          <Line label="Pending">
            <Balance pence={account.pending} />
          </Line>
        </dl>
      </section>
    </ViewTransition>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="sr-only">{label}</dt>
      <dd className="select-all">
        <SpokenDigits>{value}</SpokenDigits>
      </dd>
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-on-hero-muted">{label}</dt>
      <dd className="text-name">{children}</dd>
    </div>
  )
}

/** As high as the summary, so that nothing below it moves. */
export function AccountSummarySkeleton() {
  return <Skeleton className="h-35.25 rounded-lg" />
}
