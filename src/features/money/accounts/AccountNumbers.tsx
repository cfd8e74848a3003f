import { CopyableNumber } from '@/components/CopyableNumber'
import type { Account } from './queries'

/** The sort code and the account number on a card, to copy. */
export function AccountNumbers({ account }: { account: Pick<Account, 'sortCode' | 'accountNumber'> }) {
  return (
    <dl className="flex flex-wrap gap-x-8 mt-1 border-t border-on-hero/15 pt-1 max-[22.5rem]:gap-x-1">
      <Detail label="Sort code" value={account.sortCode} />
      <Detail label="Account number" value={account.accountNumber} />
    </dl>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div className="last:-mr-3.5">
      <dt className="text-caption text-on-hero-muted">{label}</dt>
      <dd className="-mt-2">
        <CopyableNumber label={label} value={value} tone="hero" />
      </dd>
    </div>
  )
}
