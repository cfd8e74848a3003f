import { refusalOf, WordedError } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { callRpc, supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { scheduledPaymentCopy } from './copy'
import { scheduledPaymentQueries } from './queries'
import type { NewScheduledPayment } from './scheduleForm'

const stale = [scheduledPaymentQueries.all]

export function useCreateScheduledPayment() {
  const { keyFor, confirm } = useIdempotencyKey()
  return useChange(
    (payment: NewScheduledPayment) =>
      callRpc('schedule_payment', {
        p_request_id: keyFor(payment),
        p_amount: penceToPounds(payment.amount),
        p_from_name: payment.fromName,
        p_scheduled_for: payment.scheduledFor,
        p_reference: payment.reference || undefined,
      }),
    { stale, success: scheduledPaymentCopy.created, failure: createFailureWords, atField: 'title', succeeded: confirm },
  )
}

/** The words for a payment that was not scheduled, or may not have been. */
export function createFailureWords(error: unknown): ToastWords {
  const { createFailed, refused, unknown } = scheduledPaymentCopy
  const refusal = refusalOf(error)
  return { title: createFailed, text: refusal === null ? unknown : (refusal.message ?? refused) }
}

export const useDeleteScheduledPayment = (userId: string) =>
  useChange(
    async (id: string, client) => {
      const { data } = await supabase.from('scheduled_payments').delete().eq('id', id).select('id').throwOnError()
      // RLS hides processed payments from a delete, which then reports no error.
      if (data.length === 0) throw new WordedError(scheduledPaymentCopy.gone)
      client.setQueryData(scheduledPaymentQueries.list(userId).queryKey, (list) =>
        list?.filter((known) => known.id !== id),
      )
    },
    { stale, success: scheduledPaymentCopy.deleted, failure: scheduledPaymentCopy.deleteFailed },
  )
