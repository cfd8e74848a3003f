import { paymentKeyStore } from '@/lib/storage'

// A payment is either sent or dropped. The first of both is stored by its idempotency key for every tab of this browser.

/** Records that a request leaves the device. False: the customer has dropped the payment. */
export function takeSending(requestId: string): Promise<boolean> {
  return exclusively(() => {
    if (paymentKeyStore.isDropped(requestId)) return false
    if (!paymentKeyStore.isSent(requestId)) paymentKeyStore.addSent(requestId)
    return true
  })
}

/** Drops a payment. False: a request may have left the device. */
export function dropUnsent(requestId: string): Promise<boolean> {
  return exclusively(() => {
    if (paymentKeyStore.isSent(requestId)) return false
    paymentKeyStore.addDropped(requestId)
    return true
  })
}

/** One tab at a time. Without HTTPS the browser has no locks. */
async function exclusively<Result>(run: () => Result): Promise<Result> {
  return 'locks' in navigator ? await navigator.locks.request('payment-keys', run) : run()
}
