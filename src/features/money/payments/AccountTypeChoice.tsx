import type { AccountType } from './payForm'

const accountTypes: readonly AccountType[] = ['Personal', 'Business']

type AccountTypeChoiceProps = { value: AccountType; onChange: (accountType: AccountType) => void }

export function AccountTypeChoice({ value, onChange }: AccountTypeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Account type</legend>
      <div className="grid grid-cols-2 gap-1 rounded border border-control bg-sunken p-1">
        {accountTypes.map((accountType) => (
          <label
            key={accountType}
            className="relative flex min-h-11 cursor-pointer items-center justify-center rounded-sm font-medium text-muted transition-colors has-checked:bg-card has-checked:text-brand has-checked:shadow-card has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="account-type"
              value={accountType}
              checked={accountType === value}
              onChange={() => onChange(accountType)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
            />
            {accountType}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
