import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recipientQueries } from '@/features/money/recipients/queries'
import { isFriend, isInDoubt, savedAs } from './payeeCheck'
import { emptyPayForm, type Payee } from './payForm'
import { payeeCheckQueries } from './queries'

/** Checks a saved payee while the amount is typed, and asks only when the check has got worse. Null: there is none to check. */
export function useSavedPayeeCheck(userId: string | null, payee: Payee | null) {
  const enabled = userId !== null && payee !== null
  const { recipient, sortCode, accountNumber } = payee ?? emptyPayForm
  const checked = { recipient, sortCode, accountNumber, accountType: null }
  const check = useQuery({ ...payeeCheckQueries.saved(userId ?? '', checked), enabled })
  const recipients = useQuery({ ...recipientQueries.list(userId ?? ''), enabled })
  const [acceptedId, setAcceptedId] = useState<string | null>(null)
  const isPending = enabled && (check.isPending || recipients.isPending)
  const answer = (!isPending && check.data) || null
  const saved = savedAs(recipients.data ?? [], checked)
  const isAsked = answer !== null && answer.id !== acceptedId && isInDoubt(answer.outcome, saved)
  return {
    isPending,
    check: answer && { id: answer.id, outcome: answer.outcome },
    isFriend: saved !== null && isFriend(saved, answer),
    /** What the customer must decide. */
    asked: isAsked ? answer : null,
    accept: () => setAcceptedId(answer?.id ?? null),
  }
}
