import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { Receipt } from './payTransferFlow'
import type { Question } from './terms'
import { forgetUnsettledPayment, keepUnsettledPayment, readUnsettledPayment, type Payment } from './unsettledPayment'

/**
 * The payment on the pay screens.
 * - sending: the first answer is awaited, on the screen that paid
 * - resumed: it is awaited after that screen was left, or again after a reload
 * - checking: no answer came, so the same request is sent again until one does
 * - interrupted: a reload ended the requests, and the next pay screen goes on with them
 * - unconfirmed: the requests ended without an answer
 * - asked: nothing is paid before the customer answers a question
 */
export type PaymentState = {
  payment: Payment
  status: 'sending' | 'resumed' | 'checking' | 'interrupted' | 'unconfirmed' | 'asked' | 'refused' | 'paid'
  error: Error | null
  /** Once it is paid. */
  receipt: Receipt | null
  /** While the customer is asked. */
  question: Question | null
}

type Running = 'sending' | 'resumed' | 'checking'

/** The only place that holds the state. Session storage keeps an unsettled payment for a reload. */
export const paymentStateQuery = (userId: string | null) =>
  queryOptions<PaymentState | null>({
    queryKey: ['payment', userId],
    queryFn: skipToken,
    initialData: () => {
      const payment = readUnsettledPayment(userId)
      return payment && { payment, status: 'interrupted', error: null, receipt: null, question: null }
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Starts a payment, or checks it again. False when its requests are already running. */
export function beginPayment(client: QueryClient, payment: Payment, status: Running): boolean {
  const current = client.getQueryData(paymentStateQuery(payment.userId).queryKey)?.status
  if (current === 'sending' || current === 'resumed' || current === 'checking') return false
  keepUnsettledPayment(payment)
  write(client, payment.userId, { payment, status, error: null, receipt: null, question: null })
  return true
}

/** Records that no answer came. */
export function markUnanswered(client: QueryClient, payment: Payment) {
  write(client, payment.userId, { payment, status: 'checking', error: null, receipt: null, question: null })
}

/** Records the outcome. While no pay screen is open, a toast alone reports a final one. */
export function endPayment(client: QueryClient, state: PaymentState) {
  const { queryKey } = paymentStateQuery(state.payment.userId)
  const isFinal = state.status !== 'unconfirmed'
  const isShown = (client.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0
  if (isFinal) forgetUnsettledPayment(state.payment.requestId)
  write(client, state.payment.userId, isFinal && !isShown ? null : state)
}

/** For a pay screen that closes: the next one shows no old outcome, and checks what is unsettled. */
export function leavePayment(client: QueryClient, userId: string | null) {
  const state = client.getQueryData(paymentStateQuery(userId).queryKey)
  if (state?.status === 'paid' || state?.status === 'refused' || state?.status === 'asked') write(client, userId, null)
  if (state?.status === 'sending') write(client, userId, { ...state, status: 'resumed' })
}

function write(client: QueryClient, userId: string | null, state: PaymentState | null) {
  client.setQueryData(paymentStateQuery(userId).queryKey, state)
}

/** The customer does not go on with a payment that they were asked about. */
export function dropPayment(client: QueryClient, userId: string | null) {
  write(client, userId, null)
}
