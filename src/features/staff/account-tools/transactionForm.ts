import { amountError, readAmount } from '@/lib/paymentRules'
import { textProblem } from '@/lib/safeText'
import type { FieldErrors, Problem } from '@/lib/useForm'
import { accountToolsCopy as copy } from './copy'

/** The fields of 'Add Transaction'; the amount in pounds. */
export type TransactionForm = { recipient: string; amount: string; reference: string }

export const emptyTransactionForm: TransactionForm = { recipient: '', amount: '', reference: '' }

/** A checked transaction; `amount` in pence. */
export type NewTransaction = { recipient: string; amount: number; reference: string }

/** The transaction, or what is wrong. `balance` in pence; null while it is loading: then only the server checks it. */
export function checkTransaction(
  form: TransactionForm,
  balance: number | null,
): NewTransaction | Problem<keyof TransactionForm> {
  const amount = readAmount(form.amount)
  const recipientProblem = textProblem(form.recipient)
  const referenceProblem = textProblem(form.reference)
  const errors: FieldErrors<keyof TransactionForm> = {
    ...(form.recipient.trim() === '' && { recipient: copy.recipientNeeded }),
    ...(recipientProblem !== null && { recipient: recipientProblem }),
    ...(amount === null && {
      amount: form.amount.trim() === '' ? copy.amountNeeded : amountError(form.amount, copy.invalidAmount),
    }),
    ...(referenceProblem !== null && { reference: referenceProblem }),
  }
  const [first] = Object.values(errors)
  if (amount === null || first !== undefined) return { toast: { title: copy.addFailed, text: first }, errors }
  if (balance !== null && balance < amount) {
    return { toast: { title: copy.insufficientFunds }, errors: { amount: copy.insufficientFunds } }
  }
  return { recipient: form.recipient.trim(), amount, reference: form.reference.trim() }
}
