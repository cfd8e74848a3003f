import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { InfoButton } from '@/components/InfoButton'
import { SpokenDigits } from '@/components/SpokenDigits'
import type { Account } from '@/features/money/accounts/queries'
import { Balance, PendingNote } from '@/features/money/accounts/shared'
import { paymentCopy } from './copy'

type FromAccountProps = {
  /** For the `aria-describedby` of the amount: of the balance, and with '-pending' of what is pending. */
  id: string
  account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance' | 'pending'>
}

/** The balance in one line, which opens to the account. */
export function FromAccount({ id, account }: FromAccountProps) {
  return (
    <section aria-label="From your current account">
      <details className="group text-small">
        <summary className="-my-2 flex min-h-11 list-none flex-wrap items-center gap-x-1.5 [&::-webkit-details-marker]:hidden">
          <span id={id}>
            <span className="text-muted">Balance</span> <Balance pence={account.balance} className="text-name" />
          </span>
          <ChevronDown
            aria-hidden
            className="size-4 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
          />
        </summary>
        <div className="mt-1 rounded border border-line bg-card px-4 py-2">
          <h2 className="text-section">From your current account</h2>
          <dl>
            <Fact name="Sort code">
              <SpokenDigits>{account.sortCode}</SpokenDigits>
            </Fact>
            <Fact name="Account number">
              <SpokenDigits>{account.accountNumber}</SpokenDigits>
            </Fact>
            <Fact name="Balance including pending">
              <Balance pence={account.balance} />
            </Fact>
            <Fact
              name="Overdraft remaining"
              about={<InfoButton term="Overdraft remaining" text={paymentCopy.overdraft} />}
            >
              <Balance pence={account.balance} />
            </Fact>
            {account.pending > 0 && (
              <Fact name="Pending">
                <Balance pence={account.pending} />
              </Fact>
            )}
          </dl>
        </div>
      </details>
      <div id={`${id}-pending`} className="text-muted">
        <PendingNote pending={account.pending} />
      </div>
    </section>
  )
}

type FactProps = { name: string; about?: ReactNode; children: ReactNode }

function Fact({ name, about, children }: FactProps) {
  return (
    <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4">
      <dt className="inline-flex items-center text-secondary">
        {name}
        {about}
      </dt>
      <dd className="ml-auto text-name tabular-nums">{children}</dd>
    </div>
  )
}
