import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recipientQueries } from '@/features/money/recipients/queries'
import { messageOf, refusalOf } from '@/lib/errors'
import type { ToastWords } from '@/lib/toast'
import { paymentCopy } from './copy'
import { useCheckPayee } from './mutations'
import { isInDoubt, PayeeNotFound, savedAs, type CheckAnswer, type CheckedPayee, type PayeeCheck } from './payeeCheck'

/**
 * Checks a payee, and asks the customer about a name that is not the name on the account. For a saved payee it asks only
 * when the check has got worse since the last payment. A visitor's payee is not checked.
 */
export function usePayeeCheck<Payee extends CheckedPayee>(
  userId: string | null,
  onChecked: (payee: Payee, check: PayeeCheck | null) => void,
) {
  const client = useQueryClient()
  const { mutateAsync } = useCheckPayee()
  const [asked, setAsked] = useState<{ payee: Payee; answer: CheckAnswer } | null>(null)

  const check = async (payee: Payee) => {
    if (userId === null) return onChecked(payee, null)
    // The form loads them. While they are not loaded, the payee counts as a new one.
    const saved = savedAs(client.getQueryData(recipientQueries.list(userId).queryKey) ?? [], payee)
    // A saved payee has no type: the customer chose it with the first payment, and it would be 'Personal' here.
    const answer = await mutateAsync({ ...payee, accountType: saved === null ? payee.accountType : null })
    const { id, outcome } = answer
    if (outcome === 'not_found') throw new PayeeNotFound(paymentCopy.payeeCheck.notFound)
    if (isInDoubt(outcome, saved)) setAsked({ payee, answer })
    else onChecked(payee, { id, outcome })
  }

  return {
    check,
    asked,
    continueAnyway: () => {
      if (asked !== null) onChecked(asked.payee, { id: asked.answer.id, outcome: asked.answer.outcome })
    },
    edit: () => setAsked(null),
  }
}

/** The words for a payee who could not be checked. */
export function checkFailureWords(error: unknown): ToastWords {
  return { title: paymentCopy.payeeCheck.failed, text: refusalOf(error)?.message ?? messageOf(error) }
}

/** The field of a refusal that is about the account. */
export function checkFailedField(error: unknown): 'accountNumber' | undefined {
  return error instanceof PayeeNotFound || refusalOf(error)?.hint === 'own-account' ? 'accountNumber' : undefined
}
