import type { Recipient } from '@/features/recipients/queries'
import { formatSortCode, stripSeparators } from '@/lib/sortCode'
import type { CheckOutcome } from './payeeCheck'
import type { PayForm } from './payForm'

type TypedPayee = Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber'>

/** The saved payee at this account. */
export function savedAt(recipients: Recipient[], typed: TypedPayee): Recipient | undefined {
  const sortCode = formatSortCode(typed.sortCode)
  const accountNumber = stripSeparators(typed.accountNumber)
  return recipients.find((saved) => saved.sortCode === sortCode && saved.accountNumber === accountNumber)
}

export function isNamed({ holderName }: Recipient, typed: TypedPayee): boolean {
  return holderName.toLowerCase() === typed.recipient.trim().toLowerCase()
}

/** The outcomes that interrupt a payment, from the best to the worst. */
const doubts = ['close_match', 'wrong_type', 'no_match']

/** Whether a saved payee's check has got worse since the last payment. Without a doubt then, every doubt is worse. */
export function isWorse(outcome: CheckOutcome, { lastOutcome }: Recipient): boolean {
  return doubts.indexOf(outcome) > doubts.indexOf(lastOutcome ?? '')
}
