import { useMutation, useQueryClient } from '@tanstack/react-query'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import { toast, type ToastWords } from '@/lib/toast'
import { complaintCopy } from './complaintCopy'
import { staffCaseCopy } from './copy'
import { paymentReviewCopy } from './paymentReviewCopy'
import { staffCaseQueries } from './queries'
import { suspensionCaseCopy } from './suspensionCopy'

/** A change of a case. The lists are also refetched after a failure: a colleague may have decided. */
function useCaseChange<Input>(change: (input: Input) => PromiseLike<unknown>, success?: ToastWords) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => await change(input),
    onSettled: () => client.invalidateQueries({ queryKey: staffCaseQueries.all }),
    meta: { success, failure: false },
  })
}

export function useTakeCase(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => supabase.rpc('assign_case', { p_case_id: id }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: staffCaseQueries.all }),
    meta: { success: staffCaseCopy.taken },
  })
}

export function useHandOverCase(id: string) {
  return useCaseChange(
    (agentId: string) => supabase.rpc('assign_case', { p_case_id: id, p_to_id: agentId }).throwOnError(),
    staffCaseCopy.handedOver,
  )
}

export function useAddCaseNote(id: string) {
  return useCaseChange(
    (note: string) => supabase.rpc('add_case_note', { p_case_id: id, p_note: note }).throwOnError(),
    staffCaseCopy.noted,
  )
}

export function useAskCaseCustomer(id: string) {
  return useCaseChange(
    ({ question, stopsClock }: { question: string; stopsClock: boolean }) =>
      supabase
        .rpc('ask_case_customer', { p_case_id: id, p_question: question, p_stops_clock: stopsClock })
        .throwOnError(),
    staffCaseCopy.asked,
  )
}

/** Hides what the payer writes to the customer, or leaves it. */
export function useDecideMessages(id: string) {
  return useCaseChange(
    ({ hides, reason }: { hides: boolean; reason: string }) =>
      supabase.rpc('decide_messages', { p_case_id: id, p_hides: hides, p_reason: reason }).throwOnError(),
    staffCaseCopy.messages.done,
  )
}

export function useSendSuspensionUpdate(id: string) {
  return useCaseChange(
    ({ message, nextUpdate }: { message: string; nextUpdate: string }) =>
      supabase
        .rpc('send_suspension_update', { p_case_id: id, p_message: message, p_next_update: nextUpdate })
        .throwOnError(),
    suspensionCaseCopy.sent,
  )
}

export function useUpdateComplaint(id: string) {
  return useCaseChange(
    (words: string) => supabase.rpc('update_complaint', { p_case_id: id, p_words: words }).throwOnError(),
    complaintCopy.sent,
  )
}

export function useSendHoldingResponse(id: string) {
  return useCaseChange(
    (reason: string) => supabase.rpc('send_holding_response', { p_case_id: id, p_reason: reason }).throwOnError(),
    complaintCopy.sent,
  )
}

/** A decision about a case. False: it waits for a second administrator. */
function useCaseDecision<Input>(
  decide: (input: Input) => PromiseLike<{ data: boolean }>,
  success: ToastWords = staffCaseCopy.done,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => (await decide(input)).data,
    onSuccess: (isDone) => toast.success(isDone ? success : askingCopy.asked),
    onSettled: () =>
      Promise.all(
        [staffCaseQueries.all, approvalQueries.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    meta: { failure: false },
  })
}

/** Refunds a claim, or refuses it for a standard. Both can wait for a second administrator. */
export function useDecideClaim(id: string) {
  return useCaseDecision(({ standard, reason }: { standard: string | null; reason: string }) =>
    supabase
      .rpc('decide_claim', {
        p_case_id: id,
        p_refuses: standard !== null,
        p_reason: reason,
        ...(standard !== null && { p_standard: standard }),
      })
      .throwOnError(),
  )
}

type Recovery = { pence: number; isAll: boolean; reason: string }

/** Books what another bank has paid of its part. It can wait for a second administrator. */
export function useRecordRecovery(id: string) {
  return useCaseDecision(
    ({ pence, isAll, reason }: Recovery) =>
      supabase
        .rpc('record_recovery', {
          p_case_id: id,
          p_received: penceToPounds(pence),
          p_is_all: isAll,
          p_reason: reason,
        })
        .throwOnError(),
    staffCaseCopy.recovery.done,
  )
}

type ComplaintAnswer = { outcome: string; response: string; pence: number; isAccepted: boolean }

/** Settles a complaint, or answers it with a final response. Redress can wait for a second administrator. */
export function useDecideComplaint(id: string) {
  return useCaseDecision(({ outcome, response, pence, isAccepted }: ComplaintAnswer) =>
    supabase
      .rpc('decide_complaint', {
        p_case_id: id,
        p_outcome: outcome,
        p_response: response,
        p_redress: penceToPounds(pence),
        p_is_accepted: isAccepted,
      })
      .throwOnError(),
  )
}

/** Sends a payment that is under review, or refuses it. */
export function useDecidePaymentReview(id: string) {
  return useCaseDecision(({ refuses, reason }: { refuses: boolean; reason: string }) =>
    supabase.rpc('decide_payment_review', { p_case_id: id, p_refuses: refuses, p_reason: reason }).throwOnError(),
  )
}

export function useExtendPaymentReview(id: string) {
  return useCaseChange(
    ({ until, reason }: { until: string; reason: string }) =>
      supabase.rpc('extend_payment_review', { p_case_id: id, p_reason: reason, p_until: until }).throwOnError(),
    paymentReviewCopy.extended,
  )
}

/** Asks for the notice of a closing to be taken back. */
export function useWithdrawClosing(caseId: string) {
  return useCaseDecision(async (reason: string) => {
    await supabase.rpc('ask_to_withdraw_closing', { p_case_id: caseId, p_reason: reason }).throwOnError()
    return { data: false }
  })
}
