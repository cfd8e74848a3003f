import { unsettledPaymentStore } from '@/lib/storage'

/** A payment as it was sent: asking again must repeat it to the letter. Amount in pence. */
export type Payment = {
  requestId: string
  userId: string
  recipient: string
  sortCode: string
  accountNumber: string
  amount: number
  reference: string
}

function isPayment(value: unknown): value is Payment {
  if (typeof value !== 'object' || value === null) return false
  const texts = ['requestId', 'userId', 'recipient', 'sortCode', 'accountNumber', 'reference']
  return (
    texts.every((name) => typeof Reflect.get(value, name) === 'string') &&
    typeof Reflect.get(value, 'amount') === 'number'
  )
}

/** The payment of this person whose outcome is not known yet. Another person's, from the same tab, is not theirs to settle. */
export function readUnsettledPayment(userId: string | null): Payment | null {
  const payment = unsettledPaymentStore.read()
  return isPayment(payment) && payment.userId === userId ? payment : null
}

export function keepUnsettledPayment(payment: Payment) {
  unsettledPaymentStore.write(payment)
}

export function forgetUnsettledPayment(requestId: string) {
  const kept = unsettledPaymentStore.read()
  if (isPayment(kept) && kept.requestId === requestId) unsettledPaymentStore.clear()
}
