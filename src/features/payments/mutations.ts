import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/accounts/queries'
import { profileQueries } from '@/features/profile/queries'
import { transactionQueries } from '@/features/transactions/queries'
import { invokeFunction } from '@/lib/functions'
import { logError } from '@/lib/log'
import { penceToPounds, penceToWire } from '@/lib/money'
import { useSession } from '@/lib/session'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { paymentCopy } from './copy'
import { endPayment, markUnanswered } from './paymentState'
import {
  answerWithin,
  pauseOrOnline,
  PaymentRefused,
  PaymentUnconfirmed,
  readRefusal,
  settlePayment,
  type Answer,
} from './settlePayment'
import type { Payment } from './unsettledPayment'

const answerTimeout = 15_000

type PaymentAttempt = {
  payment: Payment
  /** An earlier request with this idempotency key may have reached the server. */
  mayBePaid: boolean
}

/** Sends a payment until the outcome is known, always with the same idempotency key. Continues without the screen. */
export function useMakePayment() {
  const client = useQueryClient()
  const { email } = useSession()
  return useMutation({
    mutationFn: ({ payment, mayBePaid }: PaymentAttempt) =>
      settlePayment({
        ask: async () =>
          (await answerWithin(answerTimeout, (signal) => callServer(payment, signal))) ?? { kind: 'unanswered' },
        mayBePaid,
        onUnanswered: () => markUnanswered(client, payment),
        pause: pauseOrOnline,
      }),
    onSuccess: (_transactionId, { payment }) => {
      endPayment(client, { payment, status: 'paid', error: null })
      toast.success(paymentCopy.sent(payment.amount, payment.recipient))
      // Not awaited: the receipt does not wait for the lists to be refetched.
      void client.invalidateQueries({ queryKey: accountQueries.all })
      void client.invalidateQueries({ queryKey: transactionQueries.all })
      void notifyByMail(client, payment, email)
    },
    onError: (error, { payment }) => {
      endPayment(client, { payment, status: error instanceof PaymentUnconfirmed ? 'unconfirmed' : 'refused', error })
    },
    meta: { failure: failureWords },
  })
}

/** The words for a payment that was refused or is unconfirmed. */
export function failureWords(error: Error) {
  if (error instanceof PaymentUnconfirmed) return paymentCopy.unconfirmed
  if (!(error instanceof PaymentRefused)) return paymentCopy.failed(error.message)
  if (error.status === 402) return paymentCopy.insufficientFunds
  return paymentCopy.failed(error.status === 401 ? paymentCopy.sessionEnded : error.message)
}

async function callServer(payment: Payment, signal: AbortSignal): Promise<Answer<string>> {
  const session = await supabase.auth.getSession()
  if (session.error !== null || signal.aborted) return { kind: 'unsent' }
  // Another user may have signed in since. The payment must not leave their account.
  if (session.data.session?.user.id !== payment.userId) return readRefusal(401, {})
  const { data, error, status } = await supabase
    .rpc('make_payment', {
      p_request_id: payment.requestId,
      p_to_name: payment.recipient,
      p_to_sort_code: payment.sortCode,
      p_to_account_number: payment.accountNumber,
      p_amount: penceToPounds(payment.amount),
      ...(payment.reference !== '' && { p_reference: payment.reference }),
    })
    .abortSignal(signal)
  if (error !== null) return readRefusal(status, error)
  // The sign-in page of a public network also answers with status 200.
  const transactionId: unknown = Array.isArray(data) ? data[0]?.transaction_id : undefined
  return typeof transactionId === 'string' ? { kind: 'paid', receipt: transactionId } : { kind: 'unanswered' }
}

/** Sends an email to the payer and the recipient. The payment is already made, so a failure is only logged. */
async function notifyByMail(client: QueryClient, payment: Payment, accountEmail: string | null) {
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
