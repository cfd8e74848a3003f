import type { Account } from '@/features/accounts/queries'
import { Money } from '@/components/Money'
import { PaymentFacts } from './PaymentFacts'

type FromAccountProps = { account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance'> }

export function FromAccount({ account }: FromAccountProps) {
  return (
    <section aria-labelledby="from-account" className="rounded bg-card px-4 pb-1 pt-4 shadow-card">
      <h2 id="from-account" className="font-semibold">
        From your current account
      </h2>
      <PaymentFacts
        facts={[
          { name: 'Sort code', value: account.sortCode },
          { name: 'Account number', value: account.accountNumber },
          // Payments complete at once, so nothing is ever pending.
          { name: 'Balance including pending', value: <Money pence={account.balance} /> },
          { name: 'Overdraft remaining', value: <Money pence={account.balance} /> },
        ]}
      />
    </section>
  )
}
