import { useId, type ReactNode } from 'react'
import { InfoButton } from '@/components/InfoButton'
import type { Account } from '@/features/money/accounts/queries'
import { Balance } from '@/features/money/accounts/shared'
import { paymentCopy } from './copy'

type FromAccountProps = { account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance' | 'pending'> }

export function FromAccount({ account }: FromAccountProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded border border-line bg-card px-4 py-2">
      <h2 id={id} className="font-semibold">
        From your current account
      </h2>
      <dl className="text-sm">
        <Fact name="Sort code">{account.sortCode}</Fact>
        <Fact name="Account number">{account.accountNumber}</Fact>
        <Fact name="Balance including pending">
          <Balance pence={account.balance} />
        </Fact>
        <Fact name="Overdraft remaining" about={<InfoButton term="Overdraft remaining" text={paymentCopy.overdraft} />}>
          <Balance pence={account.balance} />
        </Fact>
        {account.pending > 0 && (
          <Fact name="Pending">
            <Balance pence={account.pending} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

type FactProps = { name: string; about?: ReactNode; children: ReactNode }

function Fact({ name, about, children }: FactProps) {
  return (
    <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4">
      <dt className="inline-flex items-center text-muted">
        {name}
        {about}
      </dt>
      <dd className="ml-auto font-medium tabular-nums">{children}</dd>
    </div>
  )
}
