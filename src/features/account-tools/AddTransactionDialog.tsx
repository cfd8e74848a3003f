import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { focusFirstInvalid, withoutMended } from '@/lib/formErrors'
import { nameLimit, referenceLimit } from '@/lib/paymentRules'
import { toast } from '@/lib/toast'
import { addFailureWords, type useAddTransaction } from './mutations'
import { checkTransaction, refusedTransaction, type TransactionForm, type TransactionProblem } from './transactionForm'

type AddTransactionDialogProps = {
  /** In pence; null while it is not known. */
  balance: number | null
  /** From outside: a dialog that is closed too early must not forget what it has sent. */
  add: ReturnType<typeof useAddTransaction>
  form: TransactionForm
  onChange: (form: TransactionForm) => void
  onAdded: () => void
  onClose: () => void
}

export function AddTransactionDialog({ balance, add, form, onChange, onAdded, onClose }: AddTransactionDialogProps) {
  const element = useRef<HTMLFormElement>(null)
  // Two presses may come before anything is drawn anew, and the bank would carry out both.
  const isSending = useRef(false)
  const [problem, setProblem] = useState<TransactionProblem | null>(null)
  const errors = problem?.errors ?? {}

  const handleChange = (change: Partial<TransactionForm>) => {
    setProblem((known) => withoutMended(known, change))
    onChange({ ...form, ...change })
  }
  const showProblem = (found: TransactionProblem) => {
    flushSync(() => setProblem(found))
    if (element.current !== null) focusFirstInvalid(element.current)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending.current || add.isPending) return
    const checked = checkTransaction(form, balance)
    if ('errors' in checked) {
      toast.error(checked.toast)
      return showProblem(checked)
    }
    isSending.current = true
    setProblem(null)
    add.mutate(checked, {
      onSuccess: onAdded,
      onError: (error) => showProblem(refusedTransaction(addFailureWords(error))),
      onSettled: () => {
        isSending.current = false
      },
    })
  }

  return (
    <Dialog open onOpenChange={onClose} title="Add Transaction">
      <form ref={element} noValidate onSubmit={handleSubmit} className="space-y-4">
        <Field label="Recipient" error={errors.recipient}>
          {(control) => (
            <Input
              {...control}
              required
              autoComplete="off"
              maxLength={nameLimit}
              value={form.recipient}
              onChange={(event) => handleChange({ recipient: event.target.value })}
            />
          )}
        </Field>
        <AmountField
          label="Amount"
          value={form.amount}
          onChange={(amount) => handleChange({ amount })}
          error={errors.amount}
        />
        <Field label="Reference" error={errors.reference}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={referenceLimit}
              value={form.reference}
              onChange={(event) => handleChange({ reference: event.target.value })}
            />
          )}
        </Field>
        <FormProblem words={problem?.toast ?? null} />
        <Button type="submit" pending={add.isPending} className="w-full">
          Add Transaction
        </Button>
      </form>
    </Dialog>
  )
}
