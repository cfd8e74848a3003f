import { AccountSelect } from '@/features/money/savings/shared'
import type { OwnAccount } from '@/features/money/savings/queries'
import { paymentCopy } from './copy'
import { withFrom, withTo, type OwnSides } from './ownMove'
import type { PayForm } from './payForm'

type OwnAccountFieldsProps = {
  sides: OwnSides
  /** The open ones, the current account first. */
  accounts: OwnAccount[]
  fromError?: string
  onChange: (change: Partial<PayForm>) => void
}

/** 'From' and 'To' of a transfer, which fill in the fields below. */
export function OwnAccountFields({ sides, accounts, fromError, onChange }: OwnAccountFieldsProps) {
  const { from, to } = sides
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      <AccountSelect
        label="From"
        account={from}
        accounts={accounts}
        error={fromError}
        onChoose={(chosen) => chosen !== null && onChange(withFrom(sides, chosen, accounts))}
      />
      <AccountSelect
        label="To"
        account={to}
        accounts={accounts.filter(({ id }) => id !== from.id)}
        other={paymentCopy.someoneElse}
        onChoose={(chosen) => onChange(withTo(chosen))}
      />
    </div>
  )
}
