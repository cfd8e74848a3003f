import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { nameLimit } from '@/lib/paymentRules'
import { AccountNumberField } from './AccountNumberField'
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
