import type { QueryClient } from '@tanstack/react-query'
import { outgoingQueries } from '@/features/money/outgoing-payments/queries'
import { withApproval } from '@/lib/approval'
import { londonDay } from '@/lib/dates'
import { refusalOf } from '@/lib/errors'
import { loadClient } from '@/lib/loadClient'
import { penceToPounds } from '@/lib/money'
import { useSession } from '@/lib/session'
import { callRpc, supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { notifyByMail, refreshMoney, reportSent, reportWhenSent } from './afterPayment'
import { paymentCopy } from './copy'
import { PayeeNotFound } from './payeeCheck'
import {
  laterReceipt,
  paidReceipt,
  paymentRequest,
  type Hold,
  type PaidReceipt,
  type Payment,
  type Repetition,
} from './payment'
import { takeSending } from './droppedPayment'
import { endPayment, failureWords, markDropped, markUnanswered, type Question } from './paymentState'
import { askForCheck, heldPaymentQueries } from './queries'
import {
  answerWithin,
  pauseOrOnline,
  PaymentDropped,
  PaymentRefused,
  PaymentUnconfirmed,
  readAnswer,
  readRefusal,
  type Answer,
} from './paymentAnswer'
import { warningRules } from './warnings'

const answerTimeout = 15_000

type PaymentAttempt = {
  payment: Payment
  /** An earlier request with this idempotency key may have reached the server. */
  mayBePaid: boolean
}

/** Sends a payment until the outcome is known, always with the same idempotency key. Continues without the screen. */
export function useMakePayment() {
  const { email } = useSession()
  return useChange(
    ({ payment, mayBePaid }: PaymentAttempt, client): Promise<PaidReceipt | Question> =>
      sendOrAsk(
        payment,
        (sent) => settlePayment(client, sent, mayBePaid),
        payment.repetition === null ? '' : paymentCopy.regularly(payment.repetition, londonDay(new Date())),
      ),
    {
      failure: failureWords,
      succeeded: (answer, { payment }, client) => {
        if ('kind' in answer) return endPayment(client, { payment, status: 'asked', question: answer })
        endPayment(client, { payment, status: 'paid', receipt: answer })
        // Not awaited: the receipt does not wait for the lists to be refetched.
        void refreshMoney(client)
        if (answer.hold === null) {
          reportSent(payment)
          void notifyByMail(client, payment, email)
        } else void reportWhenSent(client, payment, answer.hold)
        if (payment.repetition === null) return
        void client.invalidateQueries({ queryKey: outgoingQueries.all })
        if (answer.nextOn === null) toast.error(paymentCopy.notRepeated)
      },
      failed: (error, { payment }, client) => {
        if (error instanceof PaymentDropped) return markDropped(client, payment)
        if (error instanceof PaymentUnconfirmed) return endPayment(client, { payment, status: 'unconfirmed' })
        endPayment(client, { payment, status: 'refused', error })
        // The balance on the screen was older than the server's, for example because a card payment is pending since.
        if (error instanceof PaymentRefused && error.status === 402) void refreshMoney(client)
      },
    },
  )
}

/** Sends requests until the server answers. */
async function settlePayment(client: QueryClient, payment: Payment, mayBePaid: boolean): Promise<PaidReceipt> {
  for (let failures = 0; ; failures += 1) {
    const controller = new AbortController()
    const answer = await answerWithin(answerTimeout, controller, callServer(payment, controller.signal))
    const known = readAnswer(answer, mayBePaid)
    if (known.receipt !== null) return known.receipt
    mayBePaid = known.mayBePaid
    markUnanswered(client, payment, mayBePaid)
    await pauseOrOnline(failures)
  }
}

const readSession = async () => (await loadClient()).supabaseClient.auth.getSession()

/** Sends one request. */
async function callServer(payment: Payment, signal: AbortSignal): Promise<Answer<PaidReceipt>> {
  if (!navigator.onLine) return { kind: 'unsent' }
  const session = await readSession().catch(() => null)
  if (session === null || session.error !== null || signal.aborted) return { kind: 'unsent' }
  // Another user may have signed in since. The payment must not leave their account.
  if (session.data.session?.user.id !== payment.userId) return readRefusal(401, {})
  if (!(await takeSending(payment.requestId))) return { kind: 'dropped' }
  const request = { p_request_id: payment.requestId, p_payment: paymentRequest(payment) }
  const { data, error, status } = await (
    payment.repetition === null
      ? supabase.rpc('make_payment', request)
      : supabase.rpc('pay_and_repeat', { ...request, ...rhythm(payment.repetition) })
  ).abortSignal(signal)
  if (error !== null) return readRefusal(status, error)
  // The sign-in page of a public network also answers with status 200.
  const receipt = paidReceipt(payment, Array.isArray(data) ? data[0] : undefined)
  return receipt === undefined ? { kind: 'unanswered' } : { kind: 'paid', receipt }
}

/** Makes a payment for another day, or a regular one from that day on. The form shows a failure. */
export const useMakeLaterPayment = () =>
  useChange(
    async ({ payment, day }: { payment: Payment; day: string }) => {
      const made = await sendOrAsk(
        payment,
        (sent) =>
          sent.changes !== null
            ? changeLaterPayment(sent, sent.changes, day)
            : sent.repetition === null
              ? makeLaterPayment(sent, day)
              : createRegularPayment(sent, sent.repetition, day),
        payment.repetition === null ? paymentCopy.onDay(day) : paymentCopy.regularly(payment.repetition, day),
      )
      return typeof made === 'string' ? laterReceipt(payment, made) : made
    },
    { stale: [outgoingQueries.all], failure: false },
  )

/** Returns the day on which the payment is sent. */
async function makeLaterPayment(payment: Payment, day: string): Promise<string> {
  const [made] = await callRpc('schedule_outgoing_payment', {
    p_request_id: payment.requestId,
    p_payment: paymentRequest(payment),
    p_send_on: day,
  })
  return made?.send_on ?? day
}

/** Returns the new day. */
const changeLaterPayment = (payment: Payment, id: string, day: string) =>
  callRpc('change_outgoing_payment', { p_id: id, p_payment: paymentRequest(payment), p_send_on: day })

/** Returns the day of the next payment. */
async function createRegularPayment(payment: Payment, repetition: Repetition, startsOn: string): Promise<string> {
  const [made] = await callRpc('create_regular_payment', {
    p_request_id: payment.requestId,
    p_payment: paymentRequest(payment),
    p_starts_on: startsOn,
    ...rhythm(repetition),
  })
  return made?.next_on ?? startsOn
}

const rhythm = ({ frequency, endsOn, count }: Repetition) => ({
  p_frequency: frequency,
  p_ends_on: endsOn ?? undefined,
  p_payment_count: count ?? undefined,
})

/**
 * The server may first require the payee check, or that the customer reads a warning, or a passkey. `when` tells the customer
 * what the passkey approves if the payment is not sent at once.
 */
async function sendOrAsk<Sent>(
  payment: Payment,
  send: (payment: Payment) => Promise<Sent>,
  when = '',
  isChecked = false,
): Promise<Sent | Question> {
  try {
    const sendApproved = () => withApproval(() => send(payment), paymentCopy.approve(payment, when))
    // A payment that repeats from today on can need an approval for each of both.
    return await (when === '' ? sendApproved() : withApproval(sendApproved, paymentCopy.approve(payment, '')))
  } catch (error) {
    const hint = error instanceof PaymentRefused ? error.hint : refusalOf(error)?.hint
    if (hint === 'warnings-needed') return readWarnings(payment)
    // The database refuses a missing or expired check. The new one is valid.
    if (hint !== 'check-needed' || isChecked) throw error
    // Without a type: a form that knows it has checked the payee before it pays.
    const check = await askForCheck({ ...payment, accountType: null })
    if (check.outcome === 'not_found') throw new PayeeNotFound(paymentCopy.payeeCheck.notFound)
    if (check.outcome !== 'match' && check.outcome !== 'unavailable') return { kind: 'name', check }
    return sendOrAsk({ ...payment, checkId: check.id }, send, when, true)
  }
}

async function readWarnings({
  recipient,
  sortCode,
  accountNumber,
  amount,
  checkId,
  repetition,
}: Payment): Promise<Question> {
  const found = await callRpc('assess_payment', {
    p_name: recipient,
    p_sort_code: sortCode,
    p_account_number: accountNumber,
    p_amount: penceToPounds(amount),
    p_check_id: checkId ?? undefined,
    p_frequency: repetition?.frequency,
    p_payment_count: repetition?.count ?? undefined,
  })
  const rules = warningRules.filter((known) => found.some(({ rule }) => rule === known))
  return { kind: 'warning', warning: { rules, shownAt: new Date().toISOString() } }
}

/** Checks the name on the payee's account. The form shows a failure. */
export const useCheckPayee = () => useChange(askForCheck, { failure: false })

/** Returns the money of a payment in its undo window. Too late, the payment has been sent. The screen shows a failure. */
export const useUndoPayment = (hold: Hold) =>
  useChange(() => callRpc('undo_payment', { p_id: hold.id }), {
    failure: false,
    succeeded: (state, _nothing, client) => {
      if (state === 'sent') toast.info(paymentCopy.tooLateToUndo)
      if (state === 'sent' || state === 'cancelled') client.setQueryData(heldPaymentQueries.state(hold).queryKey, state)
      return refreshMoney(client)
    },
  })
