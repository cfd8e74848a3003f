import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/accounts/queries'
import { profileQueries } from '@/features/profile/queries'
import { transactionQueries } from '@/features/transactions/queries'
import { invokeFunction } from '@/lib/functions'
import { logError } from '@/lib/log'
import { penceToPounds } from '@/lib/money'
import { useSession } from '@/lib/session'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { paymentCopy } from './copy'
import {
  answerWithin,
  pauseOrOnline,
  PaymentRefused,
  PaymentUnconfirmed,
  readRefusal,
  settlePayment,
  type Answer,
} from './settlePayment'
import { forgetUnsettledPayment, keepUnsettledPayment, type Payment } from './unsettledPayment'

export const makePaymentKey = ['make-payment'] as const

const answerTimeout = 15_000

type PaymentAttempt = {
  payment: Payment
  /** An earlier request with this key may have reached the bank. */
  mayBePaid: boolean
  onUnanswered: () => void
}

/** Pays, and keeps asking with the same key until the outcome is known. Goes on when the screen is left. */
export function useMakePayment() {
  const client = useQueryClient()
  const { email } = useSession()
  return useMutation({
    mutationKey: makePaymentKey,
    mutationFn: ({ payment, mayBePaid, onUnanswered }: PaymentAttempt) => {
      keepUnsettledPayment(payment)
      return settlePayment({
        ask: async () =>
          (await answerWithin(answerTimeout, (signal) => askBank(payment, signal))) ?? { kind: 'unanswered' },
        mayBePaid,
        onUnanswered,
        pause: pauseOrOnline,
      })
    },
    onSuccess: (_transactionId, { payment }) => {
      forgetUnsettledPayment(payment.requestId)
      toast.success(paymentCopy.sent(payment.amount, payment.recipient))
      // Not awaited: the person sees the outcome before the lists are read again.
      void client.invalidateQueries({ queryKey: accountQueries.all })
      void client.invalidateQueries({ queryKey: transactionQueries.all })
      void notifyByMail(client, payment, email)
    },
    onError: (error, { payment }) => {
      if (!(error instanceof PaymentUnconfirmed)) forgetUnsettledPayment(payment.requestId)
    },
    meta: { failure: failureWords },
  })
}

/** The catalogue's words for a payment that was not made, or not confirmed. */
export function failureWords(error: Error) {
  if (error instanceof PaymentUnconfirmed) return paymentCopy.unconfirmed
  if (!(error instanceof PaymentRefused)) return paymentCopy.failed(error.message)
  if (error.code === 'PT402') return paymentCopy.insufficientFunds
  return paymentCopy.failed(error.code === 'PT401' ? paymentCopy.sessionEnded : error.message)
}

async function askBank(payment: Payment, signal: AbortSignal): Promise<Answer<string>> {
  const session = await supabase.auth.getSession()
  if (session.error !== null || signal.aborted) return { kind: 'unsent' }
  // Somebody else may have signed in meanwhile: the money must never leave their account.
  if (session.data.session?.user.id !== payment.userId) return readRefusal(401, {})
  const { data, error, status } = await supabase
    .rpc('make_payment', {
      p_request_id: payment.requestId,
      p_to_name: payment.recipient,
      p_to_sort_code: payment.sortCode,
      p_to_account_number: payment.accountNumber,
      // A number of at most nine digits and two decimals is written to JSON exactly as it reads here.
      p_amount: Number(penceToPounds(payment.amount)),
      ...(payment.reference !== '' && { p_reference: payment.reference }),
    })
    .abortSignal(signal)
  if (error !== null) return readRefusal(status, error)
  // A network's own sign-in page also answers with success.
  const transactionId: unknown = Array.isArray(data) ? data[0]?.transaction_id : undefined
  return typeof transactionId === 'string' ? { kind: 'paid', receipt: transactionId } : { kind: 'unanswered' }
}

/** Mail to both sides. The payment is done by now: a failure is only logged. */
async function notifyByMail(client: QueryClient, payment: Payment, accountEmail: string | null) {
  const profile = await client.ensureQueryData(profileQueries.own(payment.userId)).catch(() => null)
  const senderEmail = profile?.notificationEmail ?? accountEmail
  const body = {
    recipientName: payment.recipient,
    amount: Number(penceToPounds(payment.amount)),
    sortCode: payment.sortCode,
    accountNumber: payment.accountNumber,
    reference: payment.reference,
    requestId: payment.requestId,
  }
  const mails = [
    ...(senderEmail === null ? [] : [{ ...body, recipientEmail: senderEmail, notificationType: 'sender' }]),
    // The address of the other side is the server's secret.
    { ...body, notificationType: 'recipient' },
  ]
  for (const result of await Promise.allSettled(
    mails.map((mail) => invokeFunction('send-payment-notification', mail)),
  )) {
    if (result.status === 'rejected') logError('A payment notification was not sent', result.reason)
  }
}
