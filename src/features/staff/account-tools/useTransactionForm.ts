import { refusalOf } from '@/lib/errors'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { addFailureWords, useAddTransaction } from './mutations'
import { checkTransaction, emptyTransactionForm } from './transactionForm'

/** The form of 'Add Transaction'. `balance` in pence; null while it is loading. */
export function useTransactionForm(balance: number | null, onAdded: () => void) {
  const add = useAddTransaction()
  const userId = useUserId()
  const form = useForm({
    initial: emptyTransactionForm,
    draft: `transaction:${userId}`,
    check: (typed) => checkTransaction(typed, balance),
    submit: (transaction) => add.mutateAsync(transaction),
    onSuccess: () => {
      form.reset()
      onAdded()
    },
    failure: addFailureWords,
    failedField: (error) => (refusalOf(error)?.hint === 'insufficient-funds' ? 'amount' : undefined),
  })
  return form
}
