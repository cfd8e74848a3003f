import { FormProblem } from '@/components/FormProblem'
import { HeldNote } from '@/features/accounts/shared'
import type { ToastWords } from '@/lib/toast'
import { paymentCopy } from './copy'

/** Why nothing was paid. For a balance that is too low also what is held, in pence. */
export function PaymentProblem({ words, held }: { words: ToastWords | null; held: number }) {
  return <FormProblem words={words}>{words === paymentCopy.insufficientFunds && <HeldNote held={held} />}</FormProblem>
}
