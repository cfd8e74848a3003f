import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendToOtherBanks } from '@/features/money/bank-payments/shared'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { complaintCopy } from './complaintCopy'
import { caseCopy, paymentReviewCopy } from './copy'
import type { ReviewedPayment } from './kinds'
import { caseQueries, type ClaimKind } from './queries'

export type ClaimAnswers = { kind: ClaimKind; who: string | null; reached: string | null; said: string | null }

/** Saves the answers so far. Nothing is sent. */
export function useSaveClaim(transactionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, who, reached, said }: ClaimAnswers) =>
      supabase
        .rpc('save_claim', {
          p_transaction_id: transactionId,
          p_kind: kind,
          ...(who !== null && { p_who: who }),
          ...(reached !== null && { p_reached: reached }),
          ...(said !== null && { p_said: said }),
        })
        .throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    meta: { failure: false },
  })
}

/** Sends the saved answers and returns the id of the case. */
export function useSendClaim(transactionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await supabase.rpc('send_claim', { p_transaction_id: transactionId }).throwOnError()).data,
    onSuccess: () => {
      // A claim can ask another bank for the money, which may be spent there in the seconds before the job runs.
      void sendToOtherBanks()
      return client.invalidateQueries({ queryKey: caseQueries.all })
    },
    meta: { failure: false },
  })
}

export type ComplaintAnswers = { topic: string; payment: string; said: string; wish: string }

/** Opens a complaint and returns the id of the case. */
export function useOpenComplaint() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ topic, payment, said, wish }: ComplaintAnswers) => {
      const { data: id } = await supabase
        .rpc('open_complaint', {
          p_topic: topic,
          p_said: said,
          ...(wish !== '' && { p_wish: wish }),
          ...(payment !== '' && { p_transaction_id: payment }),
        })
        .throwOnError()
      return id
    },
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    meta: { failure: false },
  })
}

export function useReopenComplaint(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (said: string) =>
      supabase.rpc('reopen_complaint', { p_case_id: id, p_said: said }).throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    meta: { success: complaintCopy.reopen.done, failure: false },
  })
}

export function useAnswerCase(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (answer: string) =>
      supabase.rpc('answer_case', { p_case_id: id, p_answer: answer }).throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: caseQueries.all }),
    meta: { success: caseCopy.answered, failure: false },
  })
}

/** Cancels a payment that is under review. Money that was taken is back at once. */
export function useCancelReviewedPayment({ transaction_id: id, state }: ReviewedPayment) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      if (state === 'scheduled') {
        await supabase.rpc('cancel_outgoing_payment', { p_id: id }).throwOnError()
        return 'cancelled'
      }
      return (await supabase.rpc('undo_payment', { p_id: id }).throwOnError()).data
    },
    onSuccess: (now) => {
      if (now === 'cancelled') toast.success(paymentReviewCopy.cancelled)
      else toast.info(paymentReviewCopy.tooLate)
    },
    // The balance, the lists of payments and the cases.
    onSettled: () => client.invalidateQueries(),
    meta: { failure: false },
  })
}
