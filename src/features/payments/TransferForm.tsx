import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { useForm } from '@/lib/useForm'
import { checkTransfer } from './checkPayForm'
import { PayeeFields } from './PayeeFields'
import type { PayForm } from './payForm'

type TransferFormProps = {
  initial: PayForm
  onChange: (form: PayForm) => void
  onContinue: () => void
}

/** 'Transfer Between Accounts'. */
export function TransferForm({ initial, onChange, onContinue }: TransferFormProps) {
  const form = useForm({ initial, check: checkTransfer, submit: onContinue, onChange })
  const { values, errors } = form

  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        <PayeeFields nameLabel="Recipient" form={values} errors={errors} onChange={form.set} />
        <AmountField value={values.amount} onChange={(amount) => form.set({ amount })} error={errors.amount} />
      </div>
      <ActionBar>
        <FormProblem words={form.problem} />
        <Button type="submit">Continue</Button>
      </ActionBar>
    </form>
  )
}
