import { useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { focusFirstInvalid, withoutMended } from '@/lib/formErrors'
import { toast } from '@/lib/toast'
import { checkTransfer, type TransferProblem } from './checkPayForm'
import { PayeeFields } from './PayeeFields'
import type { PayForm } from './payForm'

type TransferFormProps = {
  form: PayForm
  onChange: (change: Partial<PayForm>) => void
  onContinue: () => void
}

/** 'Transfer Between Accounts'. */
export function TransferForm({ form, onChange, onContinue }: TransferFormProps) {
  const [problem, setProblem] = useState<TransferProblem | null>(null)
  const errors = problem?.errors ?? {}

  const handleChange = (change: Partial<PayForm>) => {
    setProblem((known) => withoutMended(known, change))
    onChange(change)
  }

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = checkTransfer(form)
    flushSync(() => setProblem(found))
    if (found === null) return onContinue()
    toast.error(found.toast)
    focusFirstInvalid(event.currentTarget)
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        <PayeeFields nameLabel="Recipient" form={form} errors={errors} onChange={handleChange} />
        <AmountField value={form.amount} onChange={(amount) => handleChange({ amount })} error={errors.amount} />
      </div>
      <ActionBar>
        <FormProblem words={problem?.toast ?? null} />
        <Button type="submit">Continue</Button>
      </ActionBar>
    </form>
  )
}
