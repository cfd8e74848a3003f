import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { NotApproved } from '@/lib/approval'
import { messageOf } from '@/lib/errors'
import { paymentKeyStore } from '@/lib/storage'
import type { ToastWords } from '@/lib/toast'
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
import { PaymentDropped, PaymentRefused, PaymentUnconfirmed } from './paymentAnswer'

/** What the customer must answer before the server takes the payment. Nothing is paid until then. */
export type Question = { kind: 'warning'; warning: Warning } | { kind: 'name'; check: CheckAnswer }

/** What a customer's answer changes of the payment. */
export type QuestionAnswer = Partial<Pick<Payment, 'recipient' | 'checkId' | 'warning'>>

type Running = 'sending' | 'resumed' | 'waiting' | 'checking'

/**
 * The payment on the pay screens.
 * - sending: the first answer is awaited, on the screen that paid
 * - resumed: it is awaited after that screen was left, or again after a reload
 * - waiting: no request has left the device, which has no connection; the customer can drop the payment
 * - checking: no answer came, so the same request is sent again until one does
 * - interrupted: a reload ended the requests, and the next pay screen goes on with them
 * - unconfirmed: the requests ended without an answer
 * - asked: nothing is paid before the customer answers the question
 * - dropped: nothing was or will be paid, and the form has the amount
 * - refused: nothing was paid, and the form says why
 * - paid: the receipt is on its way into the navigation state
 */
export type PaymentState = { payment: Payment } & (
  | { status: Running | 'interrupted' | 'unconfirmed' | 'dropped' }
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

/** Records that no answer came. The requests of a payment that the customer has dropped end only with a connection. */
export function markUnanswered(client: QueryClient, payment: Payment, hasLeft: boolean) {
  const current = read(client, payment.userId)
  if (!isRunning(current) || current?.payment.requestId !== payment.requestId) return
  write(client, payment.userId, { payment, status: hasLeft ? 'checking' : 'waiting' })
}

/** Records that the customer has dropped the payment, in this tab or in another. */
export function markDropped(client: QueryClient, payment: Payment) {
  const { requestId, userId } = payment
  forgetUnsettledPayment(requestId)
  if (read(client, userId)?.payment.requestId === requestId) write(client, userId, { payment, status: 'dropped' })
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
  // Nothing was paid.
  if (state.status === 'asked' || state.status === 'refused') paymentKeyStore.removeSent(requestId)
  write(client, userId, isFinal && !isShown ? null : state)
}

const outcomes = new Set<PaymentState['status']>(['asked', 'dropped', 'refused', 'paid'])

/** Removes an outcome that the customer has seen. */
export function clearOutcome(client: QueryClient, userId: string | null) {
  const status = read(client, userId)?.status
  if (status !== undefined && outcomes.has(status)) write(client, userId, null)
}

/** For a pay screen that closes: the next one shows no old outcome, and checks what is unsettled. */
export function leavePayment(client: QueryClient, userId: string | null) {
  clearOutcome(client, userId)
  const state = read(client, userId)
  if (state?.status === 'sending') write(client, userId, { payment: state.payment, status: 'resumed' })
}

/**
 * The toast for a payment that was refused or is unconfirmed. The screen that drops a payment says so itself, and what the
 * customer did not approve needs none.
 */
export function failureWords(error: unknown): ToastWords | false {
  if (error instanceof PaymentDropped || error instanceof NotApproved) return false
  return refusalWords(error)
}

function refusalWords(error: unknown): ToastWords {
  if (error instanceof PaymentUnconfirmed) return paymentCopy.unconfirmed
  if (error instanceof NotApproved) return { ...paymentCopy.notApproved, text: error.message }
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
    refusal: refused && refusalWords(refused.error),
    /** In pence: the amount that the refusal is about. Null: it is about something else. */
    refusedAmount: isAboutAmount ? refused.payment.amount : null,
  }
}

/** The refusals after which another amount could be paid. */
const amountHints = new Set<string | null>(['daily-limit', 'field:amount'])

const runningStates = new Set<PaymentState['status']>(['sending', 'resumed', 'waiting', 'checking'])

function isRunning(state: PaymentState | null | undefined): boolean {
  return state != null && runningStates.has(state.status)
}

function read(client: QueryClient, userId: string | null) {
  return client.getQueryData(paymentStateQuery(userId).queryKey)
}

function write(client: QueryClient, userId: string | null, state: PaymentState | null) {
  client.setQueryData(paymentStateQuery(userId).queryKey, state)
}
