import { SelectField } from '@/components/ui/Select'
import type { OwnAccount } from './queries'

type AccountChoiceProps = {
  accounts: OwnAccount[]
  /** The chosen savings account. Undefined: the current account. */
  savingsId: string | undefined
  onChoose: (savingsId: string | undefined) => void
}

/** Chooses the account whose statements a list shows. Nothing for a customer with one account. */
export function AccountChoice({ accounts, savingsId, onChoose }: AccountChoiceProps) {
  if (accounts.length < 2) return null
  return (
    <div className="pb-4">
      <SelectField
        label="Account"
        value={savingsId ?? ''}
        onChange={({ target }) => onChoose(target.value || undefined)}
        options={accounts.map(({ id, name, isSavings, closedAt }) => [
          isSavings ? id : '',
          closedAt === null ? name : `${name} (closed)`,
        ])}
      />
    </div>
  )
}
