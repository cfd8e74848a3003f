import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { outgoingQueries } from '@/features/outgoing-payments/queries'
import { londonDay } from '@/lib/dates'
import { refusalOf } from '@/lib/errors'
import { object, text } from '@/lib/json'
import { logError } from '@/lib/log'
import { penceToPounds } from '@/lib/money'
import { useSession } from '@/lib/session'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { notifyByMail, refreshMoney, reportSent, reportWhenSent } from './afterPayment'
import { paymentCopy } from './copy'
import type { AccountType, Payee } from './payForm'
import type { Repetition } from './later'
import { checkOutcomes, PayeeNotFound, type CheckAnswer } from './payeeCheck'
import { paymentArgs, type PaymentWithTerms } from './paymentArgs'
import { failureWords } from './paymentFailure'
import { endPayment, markUnanswered } from './paymentState'
import { heldPaymentQueries } from './queries'
import { holdOf, type Hold } from './hold'
import {
  answerWithin,
  pauseOrOnline,
  PaymentRefused,
  PaymentUnconfirmed,
  readRefusal,
  settlePayment,
  type Answer,
  type PaidFacts,
} from './settlePayment'
import type { Question } from './terms'
import type { Payment } from './unsettledPayment'
import { warningRules } from './warnings'

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
    mutationFn: (attempt: PaymentAttempt) => payOrAsk(client, attempt),
    onSuccess: (paid, { payment }) => {
      if ('kind' in paid) {
        return endPayment(client, { payment, status: 'asked', error: null, receipt: null, question: paid })
      }
      const { recipient, sortCode, accountNumber, amount, reference, repetition } = payment
      const receipt = { recipient, sortCode, accountNumber, amount, reference, ...paid }
      endPayment(client, { payment, status: 'paid', error: null, receipt, question: null })
      // Not awaited: the receipt does not wait for the lists to be refetched.
      void refreshMoney(client)
      if (paid.hold === null) {
        reportSent(payment)
        void notifyByMail(client, payment, email)
      } else void reportWhenSent(client, payment, paid.hold)
      if (repetition !== null) void repeatPayment(client, payment, repetition)
    },
    onError: (error, { payment }) => {
      const status = error instanceof PaymentUnconfirmed ? 'unconfirmed' : 'refused'
      endPayment(client, { payment, status, error, receipt: null, question: null })
    },
    meta: { failure: failureWords },
  })
}

/** Sends the payment. */
function payOrAsk(client: QueryClient, { payment, mayBePaid }: PaymentAttempt): Promise<PaidFacts | Question> {
  return sendOrAsk(payment, (sent) =>
    settlePayment({
      ask: async () =>
        (await answerWithin(answerTimeout, (signal) => callServer(sent, signal))) ?? { kind: 'unanswered' },
      mayBePaid,
      onUnanswered: () => markUnanswered(client, sent),
      pause: pauseOrOnline,
    }),
  )
}

/** The server may first require the payee check, or that the customer reads a warning. */
async function sendOrAsk<Details extends PaymentWithTerms, Sent>(
  details: Details,
  send: (details: Details) => Promise<Sent>,
): Promise<Sent | Question> {
  try {
    return await send(details)
  } catch (error) {
    const hint = error instanceof PaymentRefused ? error.hint : refusalOf(error)?.hint
    if (hint === 'warnings-needed') return readWarnings(details)
    // The database refuses only a missing or expired check. The new one is valid, so this repeats once at most.
    if (hint !== 'check-needed') throw error
    // The forms that skip the check do not ask for the type of the account.
    const answer = await askForCheck({ ...details, accountType: null })
    if (answer.outcome === 'not_found') throw new PayeeNotFound(paymentCopy.payeeCheck.notFound)
    if (answer.outcome !== 'match' && answer.outcome !== 'unavailable') return { kind: 'name', answer }
    return sendOrAsk({ ...details, terms: { ...details.terms, checkId: answer.id } }, send)
  }
}

async function readWarnings(details: PaymentWithTerms): Promise<Question> {
  const { recipient, sortCode, accountNumber, amount, terms } = details
  const { data } = await supabase
    .rpc('assess_payment', {
      p_name: recipient,
      p_sort_code: sortCode,
      p_account_number: accountNumber,
      p_amount: penceToPounds(amount),
      ...(terms.checkId !== null && { p_check_id: terms.checkId }),
    })
    .throwOnError()
  const rules = warningRules.filter((known) => data.some(({ rule }) => rule === known))
  return { kind: 'warnings', rules, askedAt: new Date().toISOString() }
}

const readPaidRow = object({ transaction_id: text, created_at: text })

/** Checks the name on the payee's account. The first request counts and stores the check, the second answers. */
export function useCheckPayee() {
  return useMutation({
    mutationFn: askForCheck,
    // The form shows it.
    meta: { failure: false },
  })
}

/** Without a type, an account of either type is right. */
type CheckedPayee = Pick<Payee, 'recipient' | 'sortCode' | 'accountNumber'> & { accountType: AccountType | null }

async function askForCheck(payee: CheckedPayee): Promise<CheckAnswer> {
  const id = crypto.randomUUID()
  await supabase
    .rpc('check_payee', {
      p_check_id: id,
      p_name: payee.recipient,
      p_sort_code: payee.sortCode,
      p_account_number: payee.accountNumber,
      ...(payee.accountType !== null && { p_account_type: payee.accountType.toLowerCase() }),
    })
    .throwOnError()
  const { data } = await supabase.rpc('get_payee_check', { p_check_id: id }).single().throwOnError()
  const outcome = checkOutcomes.find((known) => known === data.outcome)
  if (outcome === undefined) throw new Error(paymentCopy.payeeCheck.failed)
  return { id, outcome, holderName: data.holder_name }
}

async function callServer(payment: Payment, signal: AbortSignal): Promise<Answer<PaidFacts>> {
  const session = await supabase.auth.getSession()
  if (session.error !== null || signal.aborted) return { kind: 'unsent' }
  // Another user may have signed in since. The payment must not leave their account.
  if (session.data.session?.user.id !== payment.userId) return readRefusal(401, {})
  const { data, error, status } = await supabase
    .rpc('make_payment', paymentArgs(payment.requestId, payment))
    .abortSignal(signal)
  if (error !== null) return readRefusal(status, error)
  // The sign-in page of a public network also answers with status 200.
  const paid = readPaidRow(Array.isArray(data) ? data[0] : undefined)
  return paid === undefined
    ? { kind: 'unanswered' }
    : { kind: 'paid', receipt: { id: paid.transaction_id, paidAt: paid.created_at, hold: holdOf(data[0]) } }
}

/** Returns the money of a payment in its undo window. Too late, the payment has been sent. */
export function useUndoPayment(hold: Hold) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { data } = await supabase.rpc('undo_payment', { p_id: hold.id }).throwOnError()
      return data
    },
    onSuccess: (state) => {
      if (state === 'sent') toast.info(paymentCopy.tooLateToUndo)
      if (state === 'sent' || state === 'cancelled') client.setQueryData(heldPaymentQueries.state(hold).queryKey, state)
      return refreshMoney(client)
    },
    // The screen shows it.
    meta: { failure: false },
  })
}

/** The day on which a payment is sent. */
type SendDay = { day: string }

export type LaterPayment = Omit<Payment, 'requestId'> & SendDay

/** Makes a payment for another day, or a regular one from that day on. Returns the day on which it is sent. */
export function useMakeLaterPayment() {
  const client = useQueryClient()
  const { keyFor, confirm } = useIdempotencyKey()
  return useMutation({
    mutationFn: (payment: LaterPayment) => {
      // What identifies a payment on the server. One that is sent again with an answer, or after it, has the same key.
      const requestId = keyFor({ ...payment, terms: payment.terms.reason })
      return sendOrAsk(payment, (sent) =>
        sent.repetition === null
          ? schedulePayment(requestId, sent)
          : createRegularPayment(requestId, sent, sent.repetition, sent.day),
      )
    },
    onSuccess: (made) => {
      if (!('kind' in made)) confirm()
    },
    onSettled: () => client.invalidateQueries({ queryKey: outgoingQueries.all }),
    // The form shows it.
    meta: { failure: false },
  })
}

async function schedulePayment(requestId: string, payment: LaterPayment): Promise<SendDay> {
  const { data } = await supabase
    .rpc('schedule_outgoing_payment', { ...paymentArgs(requestId, payment), p_send_on: payment.day })
    .throwOnError()
  return { day: data[0]?.send_on ?? payment.day }
}

/** Repeats a payment that has just been made. Its idempotency key is that of the payment, so that it is set up once. */
async function repeatPayment(client: QueryClient, payment: Payment, repetition: Repetition) {
  try {
    const made = await sendOrAsk(payment, (sent) =>
      createRegularPayment(payment.requestId, sent, repetition, londonDay(new Date())),
    )
    if ('kind' in made) throw new Error('the server asks about a payment that it has just taken')
    toast.success(paymentCopy.repeated(made.day))
  } catch (error) {
    logError('A regular payment was not set up', error)
    toast.error(paymentCopy.notRepeated)
  }
  await client.invalidateQueries({ queryKey: outgoingQueries.all })
}

async function createRegularPayment(
  requestId: string,
  details: PaymentWithTerms,
  { frequency, endsOn, count }: Repetition,
  startsOn: string,
): Promise<SendDay> {
  const { data } = await supabase
    .rpc('create_regular_payment', {
      ...paymentArgs(requestId, details),
      p_frequency: frequency,
      p_starts_on: startsOn,
      ...(endsOn !== null && { p_ends_on: endsOn }),
      ...(count !== null && { p_payment_count: count }),
    })
    .throwOnError()
  return { day: data[0]?.next_on ?? startsOn }
}
