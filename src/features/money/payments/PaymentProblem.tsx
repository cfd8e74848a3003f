import { FormProblem } from '@/components/FormProblem'
import { PendingNote } from '@/features/money/accounts/shared'
import type { ToastWords } from '@/lib/toast'
import { paymentCopy } from './copy'

/** Why nothing was paid. For a balance that is too low also what is pending, in pence. */
export function PaymentProblem({ words, pending }: { words: ToastWords | null; pending: number }) {
  return (
    <FormProblem words={words}>
      {words === paymentCopy.insufficientFunds && <PendingNote pending={pending} />}
    </FormProblem>
  )
}
