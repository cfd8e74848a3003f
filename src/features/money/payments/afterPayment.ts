import type { QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { sendDueMails } from '@/lib/dueMails'
import { invokeFunction } from '@/lib/functions'
import { logError } from '@/lib/log'
import { penceToWire } from '@/lib/money'
import { toast } from '@/lib/toast'
import { paymentCopy } from './copy'
import type { Hold, Payment } from './payment'
import { heldPaymentQueries, type HoldState } from './queries'

const mostAsked = 10
const askAgainMs = 2000

export function refreshMoney(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: accountQueries.all }),
    client.invalidateQueries({ queryKey: transactionQueries.all }),
  ])
}

export function reportSent({ amount, recipient }: Payment) {
  toast.success(paymentCopy.sent(amount, recipient))
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits for the end of the undo window, also without the screen. If the app is closed before, the server sends it. */
export async function reportWhenSent(client: QueryClient, payment: Payment, hold: Hold) {
  const query = heldPaymentQueries.state(hold)
  await pause(hold.until - Date.now())
  let state: HoldState = 'held'
  for (let asked = 0; state === 'held' && asked < mostAsked; asked += 1) {
    if (asked > 0) await pause(askAgainMs)
    const known = client.getQueryData(query.queryKey)
    state =
      known === 'cancelled' ? known : await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => 'held' as const)
  }
  if (state === 'sent') {
    reportSent(payment)
    void sendDueMails()
  }
  await refreshMoney(client)
}

/** Sends an email to the payer and the recipient. The payment is already made, so a failure is only logged. */
export async function notifyByMail(client: QueryClient, payment: Payment, accountEmail: string | null) {
  const profile = await client.ensureQueryData(profileQueries.own(payment.userId)).catch(() => null)
  const senderEmail = profile?.notificationEmail ?? accountEmail
  const body = {
    recipientName: payment.recipient,
    amount: penceToWire(payment.amount),
    sortCode: payment.sortCode,
    accountNumber: payment.accountNumber,
    reference: payment.reference,
    requestId: payment.requestId,
  }
  const mails = [
    ...(senderEmail === null ? [] : [{ ...body, recipientEmail: senderEmail, notificationType: 'sender' }]),
    // Only the server knows the recipient's address.
    { ...body, notificationType: 'recipient' },
  ]
  for (const result of await Promise.allSettled(
    mails.map((mail) => invokeFunction('send-payment-notification', mail)),
  )) {
    if (result.status === 'rejected') logError('A payment notification was not sent', result.reason)
  }
}
