import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { penceToPounds } from '@/lib/money'
import { callRpc } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { complaintCopy } from './complaintCopy'
import { staffCaseCopy } from './copy'
import { paymentReviewCopy } from './paymentReviewCopy'
import { staffCaseQueries } from './queries'
import { receivedCopy } from './receivedCopy'
import { suspensionCaseCopy } from './suspensionCopy'
import { useNextCase } from './useNextCase'

const stale = [staffCaseQueries.all]

type ComplaintAnswer = { outcome: string; response: string; pence: number; isAccepted: boolean }

/** What each action sends. The preview of its message sends the same. */
export const caseArguments = {
  ask: (id: string, { question, stopsClock }: { question: string; stopsClock: boolean }) => ({
    p_case_id: id,
    p_question: question,
    p_stops_clock: stopsClock,
  }),
  messages: (id: string, { hides, reason }: { hides: boolean; reason: string }) => ({
    p_case_id: id,
    p_hides: hides,
    p_reason: reason,
  }),
  reason: (id: string, reason: string) => ({ p_case_id: id, p_reason: reason }),
  suspensionUpdate: (id: string, { message, nextUpdate }: { message: string; nextUpdate: string }) => ({
    p_case_id: id,
    p_message: message,
    p_next_update: nextUpdate,
  }),
  complaintUpdate: (id: string, words: string) => ({ p_case_id: id, p_words: words }),
  extension: (id: string, { until, reason }: { until: string; reason: string }) => ({
    p_case_id: id,
    p_reason: reason,
    p_until: until,
  }),
  claim: (id: string, { standard, reason }: { standard: string | null; reason: string }) => ({
    p_case_id: id,
    p_refuses: standard !== null,
    p_reason: reason,
    p_standard: standard ?? undefined,
  }),
  complaint: (id: string, { outcome, response, pence, isAccepted }: ComplaintAnswer) => ({
    p_case_id: id,
    p_outcome: outcome,
    p_response: response,
    p_redress: penceToPounds(pence),
    p_is_accepted: isAccepted,
  }),
  paymentReview: (id: string, { refuses, reason }: { refuses: boolean; reason: string }) => ({
    p_case_id: id,
    p_refuses: refuses,
    p_reason: reason,
  }),
}

export const useTakeCase = (id: string) =>
  useChange(() => callRpc('assign_case', { p_case_id: id }), { stale, success: staffCaseCopy.taken })

// The dialogs show a failure.

export const useHandOverCase = (id: string) =>
  useChange((agentId: string) => callRpc('assign_case', { p_case_id: id, p_to_id: agentId }), {
    stale,
    success: staffCaseCopy.handedOver,
    failure: false,
  })

export const useAddCaseNote = (id: string) =>
  useChange((note: string) => callRpc('add_case_note', { p_case_id: id, p_note: note }), {
    stale,
    success: staffCaseCopy.noted,
    failure: false,
  })

export const useAskCaseCustomer = (id: string) =>
  useChange(
    (asked: Parameters<typeof caseArguments.ask>[1]) => callRpc('ask_case_customer', caseArguments.ask(id, asked)),
    { stale, success: staffCaseCopy.asked, failure: false },
  )

const decision = (success: ToastWords = staffCaseCopy.done) => ({
  stale: [staffCaseQueries.all, approvalQueries.all],
  // False: it waits for a second administrator.
  success: (isDone: boolean) => (isDone ? success : askingCopy.asked),
})

/** A decision about a case, after which the next one opens. */
function useDecision<Input>(id: string, decide: (input: Input) => Promise<boolean>, success?: ToastWords) {
  const openNext = useNextCase(id)
  return useChange(decide, { ...decision(success), failure: false, succeeded: openNext })
}

/** Hides what the payer writes to the customer, or leaves it. */
export const useDecideMessages = (id: string) =>
  useDecision(
    id,
    async (decided: Parameters<typeof caseArguments.messages>[1]) => {
      await callRpc('decide_messages', caseArguments.messages(id, decided))
      return true
    },
    staffCaseCopy.messages.done,
  )

/** Puts what has not left an account that received claimed money under review. */
export const useHoldLeavingPayments = (id: string) =>
  useChange((reason: string) => callRpc('hold_leaving_payments', caseArguments.reason(id, reason)), {
    stale,
    success: receivedCopy.held,
    failure: false,
  })

export const useDecideReceived = (id: string) =>
  useDecision(
    id,
    async ({ hasActed, reason }: { hasActed: boolean; reason: string }) => {
      await callRpc('decide_received', { p_case_id: id, p_acted: hasActed, p_reason: reason })
      return true
    },
    receivedCopy.done,
  )

export const useSendSuspensionUpdate = (id: string) =>
  useChange(
    (update: Parameters<typeof caseArguments.suspensionUpdate>[1]) =>
      callRpc('send_suspension_update', caseArguments.suspensionUpdate(id, update)),
    { stale, success: suspensionCaseCopy.sent, failure: false },
  )

export const useUpdateComplaint = (id: string) =>
  useChange((words: string) => callRpc('update_complaint', caseArguments.complaintUpdate(id, words)), {
    stale,
    success: complaintCopy.sent,
    failure: false,
  })

export const useSendHoldingResponse = (id: string) =>
  useChange((reason: string) => callRpc('send_holding_response', caseArguments.reason(id, reason)), {
    stale,
    success: complaintCopy.sent,
    failure: false,
  })

export const useExtendPaymentReview = (id: string) =>
  useChange(
    (extension: Parameters<typeof caseArguments.extension>[1]) =>
      callRpc('extend_payment_review', caseArguments.extension(id, extension)),
    { stale, success: paymentReviewCopy.extended, failure: false },
  )

/** Refunds a claim, or refuses it for a standard. Both can wait for a second administrator. */
export const useDecideClaim = (id: string) =>
  useDecision(id, (decided: Parameters<typeof caseArguments.claim>[1]) =>
    callRpc('decide_claim', caseArguments.claim(id, decided)),
  )

type Recovery = { pence: number; isAll: boolean; reason: string; owed: number }

/** Books what another bank has paid of its part. It can wait for a second administrator. */
export const useRecordRecovery = (id: string) =>
  useChange(
    ({ pence, isAll, reason, owed }: Recovery) =>
      callRpc('record_recovery', {
        p_case_id: id,
        p_received: penceToPounds(pence),
        p_is_all: isAll,
        p_reason: reason,
        p_owed: penceToPounds(owed),
      }),
    { ...decision(staffCaseCopy.recovery.done), failure: false },
  )

/** Settles a complaint, or answers it with a final response. Redress can wait for a second administrator. */
export const useDecideComplaint = (id: string) =>
  useDecision(id, (answer: ComplaintAnswer) => callRpc('decide_complaint', caseArguments.complaint(id, answer)))

/** Sends a payment that is under review, or refuses it. */
export const useDecidePaymentReview = (id: string) =>
  useDecision(id, (decided: Parameters<typeof caseArguments.paymentReview>[1]) =>
    callRpc('decide_payment_review', caseArguments.paymentReview(id, decided)),
  )

/** Asks for the notice of a closing to be taken back. */
export const useWithdrawClosing = (caseId: string) =>
  useDecision(caseId, async (reason: string) => {
    await callRpc('ask_to_withdraw_closing', caseArguments.reason(caseId, reason))
    return false
  })
