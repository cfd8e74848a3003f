import { useId, type ReactNode } from 'react'
import { InfoButton } from '@/components/InfoButton'
import type { Account } from '@/features/accounts/queries'
import { Balance } from '@/features/accounts/shared'
import { paymentCopy } from './copy'

type FromAccountProps = { account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance' | 'held'> }

export function FromAccount({ account }: FromAccountProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded border border-line bg-card px-4 py-3">
      <h2 id={id} className="font-semibold">
        From your current account
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(max(7rem,34%),100%),1fr))] gap-x-4 gap-y-2 pt-2">
        <Fact name="Sort code">{account.sortCode}</Fact>
        <Fact name="Account number">{account.accountNumber}</Fact>
        <Fact name="Balance including pending">
          <Balance pence={account.balance} />
        </Fact>
        <Fact name="Overdraft remaining" about={<InfoButton term="Overdraft remaining" text={paymentCopy.overdraft} />}>
          <Balance pence={account.balance} />
        </Fact>
        {account.held > 0 && (
          <Fact name="Pending">
            <Balance pence={account.held} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

type FactProps = { name: string; about?: ReactNode; children: ReactNode }

function Fact({ name, about, children }: FactProps) {
  return (
    <div>
      <dt className="flex min-h-5 items-center text-sm text-muted">
        <span>{name}</span>
        {about}
      </dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
