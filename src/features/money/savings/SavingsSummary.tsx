import { AccountNumbers, Balance, BalanceSwitch, PendingNote, ShareDetails } from '@/features/money/accounts/shared'
import { savingsCopy } from './copy'
import type { OwnAccount } from './queries'
import { SavingsMark } from './SavingsMark'

/** A savings account above its transactions. */
export function SavingsSummary({ account }: { account: OwnAccount }) {
  return (
    <section
      aria-label={account.name}
      className="rounded-lg bg-linear-to-br from-hero to-hero-end px-4 py-2 text-on-hero shadow-card"
    >
      <div className="flex items-center gap-3">
        <SavingsMark colour={account.colour} />
        <h2 className="min-w-0 text-label wrap-anywhere">{savingsCopy.account}</h2>
        <ShareDetails account={account} look="hero" />
      </div>
      <p className="flex min-h-11 items-center text-figure">
        <span className="sr-only">Balance</span>
        <Balance pence={account.balance} />
        <BalanceSwitch tone="hero" />
      </p>
      <PendingNote pending={account.pending} />
      <AccountNumbers account={account} />
    </section>
  )
}
