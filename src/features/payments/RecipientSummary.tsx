import { formatSortCode } from '@/lib/sortCode'
import { BankBadge } from './BankBadge'
import { PaymentFacts, type Fact } from './PaymentFacts'

type RecipientSummaryProps = {
  recipient: string
  sortCode: string
  accountNumber: string
  /** Further details to check before paying. */
  more?: Fact[]
}

export function RecipientSummary({ recipient, sortCode, accountNumber, more }: RecipientSummaryProps) {
  return (
    <section aria-labelledby="recipient" className="rounded bg-card px-4 pb-1 pt-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="text-sm text-muted">To</p>
          <h2 id="recipient" className="font-semibold wrap-anywhere">
            {recipient}
          </h2>
        </div>
        <BankBadge sortCode={sortCode} />
      </div>
      <PaymentFacts
        facts={[
          { name: 'Sort code', value: formatSortCode(sortCode) },
          { name: 'Account number', value: accountNumber },
          ...(more ?? []),
        ]}
      />
    </section>
  )
}
