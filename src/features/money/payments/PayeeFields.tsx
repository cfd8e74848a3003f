import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { nameLimit } from '@/lib/paymentRules'
import { stripSeparators } from '@/lib/sortCode'
import type { PayErrors } from './checkPayForm'
import type { PayForm } from './payForm'
import { SortCodeField } from './SortCodeField'

type PayeeFieldsProps = {
  nameLabel: string
  /** Shows the length of the name and its limit. */
  hasCounter?: boolean
  form: PayForm
  errors: PayErrors
  onChange: (change: Partial<PayForm>) => void
}

/** Name, sort code and account number of a payee. */
export function PayeeFields({ nameLabel, hasCounter = false, form, errors, onChange }: PayeeFieldsProps) {
  const { recipient, sortCode, accountNumber } = form
  return (
    <>
      <Field
        label={nameLabel}
        error={errors.recipient}
        counter={hasCounter ? `${recipient.length}/${nameLimit}` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={nameLimit}
            value={recipient}
            onChange={(event) => onChange({ recipient: event.target.value })}
          />
        )}
      </Field>
      <SortCodeField value={sortCode} onChange={(typed) => onChange({ sortCode: typed })} error={errors.sortCode} />
      <AccountNumberField
        value={accountNumber}
        onChange={(typed) => onChange({ accountNumber: typed })}
        error={errors.accountNumber}
      />
    </>
  )
}

type AccountNumberFieldProps = {
  value: string
  onChange: (accountNumber: string) => void
  error?: string
}

function AccountNumberField({ value, onChange, error }: AccountNumberFieldProps) {
  return (
    <Field label="Account number" error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          placeholder="8 digits"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          // Pasted numbers often contain spaces and dashes.
          onBlur={() => {
            const digits = stripSeparators(value)
            if (digits !== value) onChange(digits)
          }}
          className="tabular-nums"
        />
      )}
    </Field>
  )
}
