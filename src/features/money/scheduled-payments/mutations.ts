import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf, refusalOf, WordedError } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { scheduledPaymentCopy } from './copy'
import { scheduledPaymentQueries } from './queries'
import type { NewScheduledPayment } from './scheduleForm'

export function useCreateScheduledPayment() {
  const client = useQueryClient()
  const { keyFor, confirm } = useIdempotencyKey()
  return useMutation({
    mutationFn: async (payment: NewScheduledPayment) => {
      const { fromName, amount, reference, scheduledFor } = payment
      await supabase
        .rpc('schedule_payment', {
          p_request_id: keyFor(payment),
          p_amount: penceToPounds(amount),
          p_from_name: fromName,
          p_scheduled_for: scheduledFor,
          ...(reference !== '' && { p_reference: reference }),
        })
        .throwOnError()
    },
    onSuccess: confirm,
    // Also after a failure: without an answer, the payment may have been stored.
    onSettled: () => client.invalidateQueries({ queryKey: scheduledPaymentQueries.all }),
    meta: { success: scheduledPaymentCopy.created, failure: createFailureWords, atField: 'title' },
  })
}

/** The words for a payment that was not scheduled, or may not have been. */
export function createFailureWords(error: unknown): ToastWords {
  const { createFailed, refused, unknown } = scheduledPaymentCopy
  const refusal = refusalOf(error)
  return { title: createFailed, text: refusal === null ? unknown : (refusal.message ?? refused) }
}

export function useDeleteScheduledPayment(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const { data } = await supabase.from('scheduled_payments').delete().eq('id', id).select('id').throwOnError()
      // RLS hides processed payments from a delete, which then reports no error.
      if (data.length === 0) throw new WordedError(scheduledPaymentCopy.gone)
      client.setQueryData(scheduledPaymentQueries.list(userId).queryKey, (list) =>
        list?.filter((known) => known.id !== id),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: scheduledPaymentQueries.all }),
    meta: { success: scheduledPaymentCopy.deleted, failure: deleteFailureWords },
  })
}

function deleteFailureWords(error: Error): ToastWords {
  return { title: scheduledPaymentCopy.deleteFailed, text: messageOf(error) }
}
