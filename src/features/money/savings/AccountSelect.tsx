import { SelectField } from '@/components/ui/Select'
import { Balance } from '@/features/money/accounts/shared'
import type { OwnAccount } from './queries'

type AccountSelectProps = {
  label: string
  /** The chosen one. Null: none of them. */
  account: OwnAccount | null
  accounts: OwnAccount[]
  /** The choice of none of them, in words. Left out: one of them is always chosen. */
  other?: string
  error?: string
  onChoose: (account: OwnAccount | null) => void
}

/** One of the customer's accounts, with its balance below. */
export function AccountSelect({ label, account, accounts, other, error, onChoose }: AccountSelectProps) {
  return (
    <SelectField
      label={label}
      value={account?.id ?? ''}
      error={error}
      // Below, and not in the options: the customer may hide balances.
      hint={
        account === null ? undefined : (
          <>
            Balance <Balance pence={account.balance} className="text-name" />
          </>
        )
      }
      onChange={({ target }) => onChoose(accounts.find(({ id }) => id === target.value) ?? null)}
      options={accounts.map(({ id, name }) => [id, name])}
    >
      {other !== undefined && <option value="">{other}</option>}
    </SelectField>
  )
}
