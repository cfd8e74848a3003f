import { WordedError } from '@/lib/errors'
import { object, oneOf, text } from '@/lib/json'

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
