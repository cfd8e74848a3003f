import { callRpc } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { everything, useChange } from '@/lib/useChange'
import { complaintCopy } from './complaintCopy'
import { caseCopy, paymentReviewCopy } from './copy'
import type { ReviewedPayment } from './kinds'
import { caseQueries, type ClaimKind } from './queries'

const stale = [caseQueries.all]

export type ClaimAnswers = { kind: ClaimKind; who: string | null; reached: string | null; said: string | null }

/** Saves the answers so far. Nothing is sent. */
export const useSaveClaim = (transactionId: string) =>
  useChange(
    ({ kind, who, reached, said }: ClaimAnswers) =>
      callRpc('save_claim', {
        p_transaction_id: transactionId,
        p_kind: kind,
        p_who: who ?? undefined,
        p_reached: reached ?? undefined,
        p_said: said ?? undefined,
      }),
    { stale, failure: false },
  )

/** Sends the saved answers and returns the id of the case. */
export const useSendClaim = (transactionId: string) =>
  useChange(() => callRpc('send_claim', { p_transaction_id: transactionId }), {
    stale,
    failure: false,
  })

export type ComplaintAnswers = { topic: string; payment: string; said: string; wish: string }

/** Opens a complaint and returns the id of the case. */
export const useOpenComplaint = () =>
  useChange(
    ({ topic, payment, said, wish }: ComplaintAnswers) =>
      callRpc('open_complaint', {
        p_topic: topic,
        p_said: said,
        p_wish: wish || undefined,
        p_transaction_id: payment || undefined,
      }),
    { stale, failure: false },
  )

export const useReopenComplaint = (id: string) =>
  useChange((said: string) => callRpc('reopen_complaint', { p_case_id: id, p_said: said }), {
    stale,
    success: complaintCopy.reopen.done,
    failure: false,
  })

export const useAnswerCase = (id: string) =>
  useChange((answer: string) => callRpc('answer_case', { p_case_id: id, p_answer: answer }), {
    stale,
    success: caseCopy.answered,
    failure: false,
  })

/** Cancels a payment that is under review. Money that was taken is back at once. */
export const useCancelReviewedPayment = ({ transaction_id: id, state }: ReviewedPayment) =>
  useChange(
    async () => {
      if (state !== 'scheduled') return callRpc('undo_payment', { p_id: id })
      await callRpc('cancel_outgoing_payment', { p_id: id })
      return 'cancelled'
    },
    {
      // The balance, the lists of payments and the cases.
      stale: everything,
      failure: false,
      succeeded: (now) =>
        now === 'cancelled' ? toast.success(paymentReviewCopy.cancelled) : toast.info(paymentReviewCopy.tooLate),
    },
  )
