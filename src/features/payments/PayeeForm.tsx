import { useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { ActionBar } from '@/components/ActionBar'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { focusFirstInvalid, withoutFields } from '@/lib/formErrors'
import { referenceLimit } from '@/lib/paymentRules'
import { formatSortCode } from '@/lib/sortCode'
import { AccountTypeChoice } from './AccountTypeChoice'
import { checkPayee, hasPayeeFilled, type PayErrors } from './checkPayForm'
import { PayeeFields } from './PayeeFields'
import type { PayForm, Payee } from './payForm'

type PayeeFormProps = {
  form: PayForm
  onChange: (change: Partial<PayForm>) => void
  onChecked: (payee: Payee) => void
}

/** Who the money goes to: 'Add new payee'. */
export function PayeeForm({ form, onChange, onChecked }: PayeeFormProps) {
  const [errors, setErrors] = useState<PayErrors>({})

  const handleChange = (change: Partial<PayForm>) => {
    setErrors((known) => withoutFields(known, change))
    onChange(change)
  }

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!hasPayeeFilled(form)) return
    const found = checkPayee(form)
    flushSync(() => setErrors(found))
    if (Object.keys(found).length > 0) return focusFirstInvalid(event.currentTarget)
    onChecked({
      recipient: form.recipient.trim(),
      sortCode: formatSortCode(form.sortCode),
      accountNumber: form.accountNumber.trim(),
      accountType: form.accountType,
      reference: form.reference.trim(),
    })
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        <PayeeFields nameLabel="Name on account" hasCounter form={form} errors={errors} onChange={handleChange} />
        <AccountTypeChoice value={form.accountType} onChange={(accountType) => onChange({ accountType })} />
        <Field label="Reference" error={errors.reference} counter={`${form.reference.length}/${referenceLimit}`}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={referenceLimit}
              placeholder="What they will see, such as Rent"
              value={form.reference}
              onChange={(event) => handleChange({ reference: event.target.value })}
            />
          )}
        </Field>
      </div>
      <ActionBar>
        <Button type="submit" disabled={!hasPayeeFilled(form)}>
          Check payee details
        </Button>
      </ActionBar>
    </form>
  )
}
