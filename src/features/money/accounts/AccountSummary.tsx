import { ViewTransition, type ReactNode } from 'react'
import { CopyableNumber } from '@/components/CopyableNumber'
import { Skeleton } from '@/components/Skeleton'
import { Balance } from './Balance'
import { BalanceSwitch } from './BalanceSwitch'
import { accountCopy } from './copy'
import type { Account } from './queries'

/** The account above its transactions. Low, so that a phone shows the first of them. */
export function AccountSummary({ account }: { account: Account }) {
  return (
    // The card of the home screen becomes this one.
    <ViewTransition name="account-card" default="none" share={{ navigation: 'auto', default: 'none' }}>
      <section
        aria-label={accountCopy.accountName}
        className="@container rounded-lg bg-linear-to-br from-hero to-hero-end px-4 py-2 text-on-hero shadow-card"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <div className="flex-1 basis-44">
            <h2 className="text-sm font-semibold">{accountCopy.accountName}</h2>
            <p className="flex items-center">
              <span className="sr-only">Balance</span>
              <span className="text-[min(1.75rem,9vw)] font-semibold tracking-tight">
                <Balance pence={account.balance} />
              </span>
              <BalanceSwitch tone="hero" />
            </p>
          </div>
          <dl className="-mr-3.5 flex flex-wrap gap-x-4 @xs:flex-col">
            <Detail label="Sort code" value={account.sortCode} />
            <Detail label="Account number" value={account.accountNumber} />
          </dl>
        </div>
        <dl className="border-t border-on-hero/15 py-1 text-xs">
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
    <div className="text-sm">
      <dt className="sr-only">{label}</dt>
      <dd>
        <CopyableNumber label={label} value={value} tone="hero" />
      </dd>
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-on-hero-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

/** As high as the summary, so that nothing below it moves: the numbers are beside the balance, or on small phones below it. */
export function AccountSummarySkeleton() {
  return (
    <div className="@container">
      <Skeleton className="h-41.25 rounded-lg @[22rem]:h-36.25" />
    </div>
  )
}
