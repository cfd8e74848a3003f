import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { paymentCopy } from './copy'
import type { CheckAnswer } from './payeeCheck'
import {
  forgetUnsettledPayment,
  keepUnsettledPayment,
  readUnsettledPayment,
  type PaidReceipt,
  type Payment,
  type Warning,
} from './payment'
import { PaymentRefused, PaymentUnconfirmed } from './settlePayment'

/** What the customer must answer before the server takes the payment. Nothing is paid until then. */
export type Question = { kind: 'warning'; warning: Warning } | { kind: 'name'; check: CheckAnswer }

/** What a customer's answer changes of the payment. */
export type PaymentAnswer = Partial<Pick<Payment, 'recipient' | 'checkId' | 'warning'>>

type Running = 'sending' | 'resumed' | 'checking'

/**
 * The payment on the pay screens.
 * - sending: the first answer is awaited, on the screen that paid
 * - resumed: it is awaited after that screen was left, or again after a reload
 * - checking: no answer came, so the same request is sent again until one does
 * - interrupted: a reload ended the requests, and the next pay screen goes on with them
 * - unconfirmed: the requests ended without an answer
 * - asked: nothing is paid before the customer answers the question
 * - refused: nothing was paid, and the form says why
 * - paid: the receipt is on its way into the navigation state
 */
export type PaymentState = { payment: Payment } & (
  | { status: Running | 'interrupted' | 'unconfirmed' }
  | { status: 'asked'; question: Question }
  | { status: 'refused'; error: unknown }
  | { status: 'paid'; receipt: PaidReceipt }
)

/** The only place that holds the state. Session storage keeps an unsettled payment for a reload. */
export const paymentStateQuery = (userId: string | null) =>
  queryOptions<PaymentState | null>({
    queryKey: ['payment', userId],
    queryFn: skipToken,
    initialData: () => {
      const payment = readUnsettledPayment(userId)
      return payment && { payment, status: 'interrupted' }
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Starts a payment, or checks it again. False when its requests are already running. */
export function beginPayment(client: QueryClient, payment: Payment, status: Running): boolean {
  if (isRunning(read(client, payment.userId))) return false
  keepUnsettledPayment(payment)
  write(client, payment.userId, { payment, status })
  return true
}

/** Records that no answer came. */
export function markUnanswered(client: QueryClient, payment: Payment) {
  write(client, payment.userId, { payment, status: 'checking' })
}

/** Records the outcome. While no pay screen is open, a toast alone reports a final one. */
export function endPayment(client: QueryClient, state: PaymentState) {
  const { requestId, userId } = state.payment
  const current = read(client, userId)
  // A payment for another day can end after one that was made at once has begun.
  if (isRunning(current) && current?.payment.requestId !== requestId) return
  const { queryKey } = paymentStateQuery(userId)
  const isFinal = state.status !== 'unconfirmed'
  const isShown = (client.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0
  if (isFinal) forgetUnsettledPayment(requestId)
  write(client, userId, isFinal && !isShown ? null : state)
}

/** Removes an outcome that the customer has seen. */
export function clearOutcome(client: QueryClient, userId: string | null) {
  const status = read(client, userId)?.status
  if (status === 'asked' || status === 'refused' || status === 'paid') write(client, userId, null)
}

/** For a pay screen that closes: the next one shows no old outcome, and checks what is unsettled. */
export function leavePayment(client: QueryClient, userId: string | null) {
  clearOutcome(client, userId)
  const state = read(client, userId)
  if (state?.status === 'sending') write(client, userId, { payment: state.payment, status: 'resumed' })
}

/** The words for a payment that was refused or is unconfirmed. */
export function failureWords(error: unknown) {
  if (error instanceof PaymentUnconfirmed) return paymentCopy.unconfirmed
  if (!(error instanceof PaymentRefused)) return paymentCopy.failed(messageOf(error))
  if (error.status === 402) return paymentCopy.insufficientFunds
  return paymentCopy.failed(error.status === 401 ? paymentCopy.sessionEnded : error.message)
}

/** What a form shows of the payment. */
export function formStateOf(state: PaymentState | null) {
  const refused = state?.status === 'refused' ? state : null
  const isAboutAmount = refused?.error instanceof PaymentRefused && amountHints.has(refused.error.hint)
  return {
    isProcessing: state?.status === 'sending',
    /** Why the server refused the payment. */
    refusal: refused && failureWords(refused.error),
    /** In pence: the amount that the refusal is about. Null: it is about something else. */
    refusedAmount: isAboutAmount ? refused.payment.amount : null,
  }
}

/** The refusals after which another amount could be paid. */
const amountHints = new Set<string | null>(['daily-limit', 'field:amount'])

function isRunning(state: PaymentState | null | undefined): boolean {
  return state?.status === 'sending' || state?.status === 'resumed' || state?.status === 'checking'
}

function read(client: QueryClient, userId: string | null) {
  return client.getQueryData(paymentStateQuery(userId).queryKey)
}

function write(client: QueryClient, userId: string | null, state: PaymentState | null) {
  client.setQueryData(paymentStateQuery(userId).queryKey, state)
}
