import { useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { formatSortCode } from '@/lib/sortCode'
import { AccountNumberField } from './AccountNumberField'
import { AccountTypeChoice } from './AccountTypeChoice'
import { ActionBar } from './ActionBar'
import { checkPayee, hasPayeeFilled, type FieldErrors } from './checkPayForm'
import { nameLimit, referenceLimit, type PayForm, type Payee } from './payForm'
import { SortCodeField } from './SortCodeField'

type PayeeFormProps = {
  form: PayForm
  onChange: (change: Partial<PayForm>) => void
  onChecked: (payee: Payee) => void
}

/** Who the money goes to: 'Add new payee'. */
export function PayeeForm({ form, onChange, onChecked }: PayeeFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const name = useRef<HTMLInputElement>(null)
  const sortCode = useRef<HTMLInputElement>(null)
  const accountNumber = useRef<HTMLInputElement>(null)
  const reference = useRef<HTMLInputElement>(null)

  const change = (field: keyof FieldErrors) => (value: string) => {
    setErrors(({ [field]: _mended, ...others }) => others)
    onChange({ [field]: value })
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!hasPayeeFilled(form)) return
    const found = checkPayee(form)
    setErrors(found)
    if (found.recipient) return name.current?.focus()
    if (found.sortCode) return sortCode.current?.focus()
    if (found.accountNumber) return accountNumber.current?.focus()
    if (found.reference) return reference.current?.focus()
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
        <Field label="Name on account" error={errors.recipient} counter={`${form.recipient.length}/${nameLimit}`}>
          {(control) => (
            <Input
              {...control}
              ref={name}
              autoComplete="off"
              maxLength={nameLimit}
              value={form.recipient}
              onChange={(event) => change('recipient')(event.target.value)}
            />
          )}
        </Field>
        <SortCodeField ref={sortCode} value={form.sortCode} onChange={change('sortCode')} error={errors.sortCode} />
        <AccountNumberField
          ref={accountNumber}
          value={form.accountNumber}
          onChange={change('accountNumber')}
          error={errors.accountNumber}
        />
        <AccountTypeChoice value={form.accountType} onChange={(accountType) => onChange({ accountType })} />
        <Field label="Reference" error={errors.reference} counter={`${form.reference.length}/${referenceLimit}`}>
          {(control) => (
            <Input
              {...control}
              ref={reference}
              autoComplete="off"
              maxLength={referenceLimit}
              placeholder="What they will see, such as Rent"
              value={form.reference}
              onChange={(event) => change('reference')(event.target.value)}
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
