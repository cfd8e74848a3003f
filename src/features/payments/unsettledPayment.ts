import { number, object, text } from '@/lib/json'
import { unsettledPaymentStore } from '@/lib/storage'

/** A payment as it was sent. A retry sends exactly the same values. Amount in pence. */
export type Payment = {
  /** The idempotency key. */
  requestId: string
  userId: string
  recipient: string
  sortCode: string
  accountNumber: string
  amount: number
  reference: string
}

const readPayment = object<Payment>({
  requestId: text,
  userId: text,
  recipient: text,
  sortCode: text,
  accountNumber: text,
  amount: number,
  reference: text,
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
