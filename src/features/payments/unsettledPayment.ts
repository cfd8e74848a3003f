import { nullable, number, object, text, withDefault } from '@/lib/json'
import { unsettledPaymentStore } from '@/lib/storage'
import { readRepetition, type Repetition } from './later'
import { readTerms, type PaymentTerms } from './terms'

/** What is paid to whom. Amount in pence. */
export type PaymentDetails = {
  recipient: string
  sortCode: string
  accountNumber: string
  amount: number
  reference: string
}

/** A payment as it was sent. A retry sends exactly the same values. */
export type Payment = PaymentDetails & {
  /** The idempotency key. */
  requestId: string
  userId: string
  /** Null unless it is repeated after today. */
  repetition: Repetition | null
  terms: PaymentTerms
}

const readPayment = object<Payment>({
  requestId: text,
  userId: text,
  recipient: text,
  sortCode: text,
  accountNumber: text,
  amount: number,
  reference: text,
  repetition: withDefault(nullable(readRepetition), null),
  terms: readTerms,
})

/** The user's payment whose outcome is unknown. Another user's, stored by the same tab, is left alone. */
export function readUnsettledPayment(userId: string | null): Payment | null {
  const payment = readPayment(unsettledPaymentStore.read())
  return payment?.userId === userId ? payment : null
}

export function keepUnsettledPayment(payment: Payment) {
  unsettledPaymentStore.write(payment)
}

export function forgetUnsettledPayment(requestId: string) {
  if (readPayment(unsettledPaymentStore.read())?.requestId === requestId) unsettledPaymentStore.clear()
}
