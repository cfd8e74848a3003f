import type { Recipient } from '@/features/money/recipients/queries'
import { WordedError } from '@/lib/errors'
import { object, oneOf, text } from '@/lib/json'
import { formatSortCode, stripSeparators } from '@/lib/sortCode'
import type { AccountType, PayForm } from './payForm'

export const checkOutcomes = ['match', 'close_match', 'no_match', 'wrong_type', 'not_found', 'unavailable'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** The check of a payee that a payment carries. */
export type PayeeCheck = { id: string; outcome: CheckOutcome }

/** What the bank says about the account. */
export type CheckAnswer = PayeeCheck & {
  /** Only with a close match, and only if enough of it was right. */
  holderName: string | null
}

const readPayeeCheck = object<PayeeCheck>({ id: text, outcome: oneOf(...checkOutcomes) })

/** The check in the navigation state of /payment-details. */
export function readCheck(value: unknown): PayeeCheck | null {
  return object({ check: readPayeeCheck })(value)?.check ?? null
}

/** No account here has these numbers: nothing can be paid to it. */
export class PayeeNotFound extends WordedError {
  override name = 'PayeeNotFound'
}

type TypedPayee = Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber'>

/** Without a type, an account of either type is right. */
export type CheckedPayee = TypedPayee & { accountType: AccountType | null }

/** The saved payee with this name and account. */
export function savedAs(recipients: Recipient[], typed: TypedPayee): Recipient | null {
  const known = savedAt(recipients, typed)
  return known !== undefined && isNamed(known, typed) ? known : null
}

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
const doubts: string[] = ['close_match', 'wrong_type', 'no_match']

/** Whether the customer must decide. Of a saved payee only when the check has got worse. */
export function isInDoubt(outcome: CheckOutcome, saved: Recipient | null): boolean {
  return doubts.includes(outcome) && (saved === null || isWorse(outcome, saved))
}

/** How often a payee was paid whom the form does not warn about like a new one. */
const friendCount = 3

/** Whether a saved payee was paid often enough. While the check is on its way, that of the last payment counts. */
export function isFriend({ paidCount, lastOutcome }: Recipient, check: PayeeCheck | null): boolean {
  const outcome = check?.outcome ?? lastOutcome
  return paidCount >= friendCount && outcome !== null && !doubts.includes(outcome)
}

/** Whether a saved payee's check has got worse since the last payment. Without a doubt then, every doubt is worse. */
function isWorse(outcome: CheckOutcome, { lastOutcome }: Recipient): boolean {
  return doubts.indexOf(outcome) > doubts.indexOf(lastOutcome ?? '')
}
