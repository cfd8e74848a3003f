import { useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { toast } from '@/lib/toast'
import { AccountNumberField } from './AccountNumberField'
import { ActionBar } from './ActionBar'
import { AmountField } from './AmountField'
import { checkTransfer, type FieldErrors, type TransferProblem } from './checkPayForm'
import { nameLimit, type PayForm } from './payForm'
import { PaymentProblem } from './PaymentProblem'
import { SortCodeField } from './SortCodeField'

type TransferFormProps = {
  form: PayForm
  onChange: (change: Partial<PayForm>) => void
  onContinue: () => void
}

/** 'Transfer Between Accounts'. */
export function TransferForm({ form, onChange, onContinue }: TransferFormProps) {
  const [problem, setProblem] = useState<TransferProblem | null>(null)
  const recipient = useRef<HTMLInputElement>(null)
  const sortCode = useRef<HTMLInputElement>(null)
  const accountNumber = useRef<HTMLInputElement>(null)
  const amount = useRef<HTMLInputElement>(null)
  const errors = problem?.errors ?? {}

  const change = (field: keyof FieldErrors) => (value: string) => {
    setProblem((known) => known && withoutField(known, field))
    onChange({ [field]: value })
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkTransfer(form)
    setProblem(found)
    if (found === null) return onContinue()
    toast.error(found.toast)
    if (found.errors.recipient) recipient.current?.focus()
    else if (found.errors.sortCode) sortCode.current?.focus()
    else if (found.errors.accountNumber) accountNumber.current?.focus()
    else amount.current?.focus()
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        <Field label="Recipient" error={errors.recipient}>
          {(control) => (
            <Input
              {...control}
              ref={recipient}
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
        <AmountField ref={amount} value={form.amount} onChange={change('amount')} error={errors.amount} />
      </div>
      <ActionBar>
        <PaymentProblem words={problem?.toast ?? null} />
        <Button type="submit">Continue</Button>
      </ActionBar>
    </form>
  )
}

/** What is still wrong once this field is being mended; nothing is said any more when it was the last one. */
function withoutField(problem: TransferProblem, field: keyof FieldErrors): TransferProblem | null {
  const { [field]: _mended, ...errors } = problem.errors
  return Object.keys(errors).length === 0 ? null : { ...problem, errors }
}
