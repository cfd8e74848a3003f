import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { withApproval } from '@/lib/approval'
import { messageOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { outgoingCopy } from './copy'
import type { RepetitionEnd } from './frequencies'
import { outgoingQueries, type RegularPayment } from './queries'

const failureToast = (error: Error) => outgoingCopy.failed(messageOf(error))

/** A change of a payment. All are safe to repeat. `failure` is false where the dialog shows it. */
function useChange<Args>(
  change: (args: Args) => PromiseLike<unknown>,
  success: ToastWords,
  failure: typeof failureToast | false = failureToast,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (args: Args) => {
      await change(args)
    },
    // Also after a failure: without an answer, the change may have been made.
    onSettled: () => client.invalidateQueries({ queryKey: outgoingQueries.all }),
    meta: { success, failure },
  })
}

export function useCancelPayment() {
  return useChange(
    (id: string) => supabase.rpc('cancel_outgoing_payment', { p_id: id }).throwOnError(),
    outgoingCopy.cancelled,
    false,
  )
}

/** `id` is that of the scheduled payment, also of a regular one. */
export function useKeepPayment() {
  return useChange((id: string) => supabase.rpc('keep_payment', { p_id: id }).throwOnError(), outgoingCopy.kept)
}

/** `id` is that of the next payment, so that a second click does not skip the one after it. */
export function useSkipPayment() {
  return useChange(
    (id: string) => supabase.rpc('cancel_outgoing_payment', { p_id: id }).throwOnError(),
    outgoingCopy.skipped,
  )
}

/** `id` is that of the skipped payment. */
export function useUndoSkip() {
  return useChange((id: string) => supabase.rpc('undo_skip', { p_id: id }).throwOnError(), outgoingCopy.skipUndone)
}

type RegularState = 'active' | 'paused' | 'cancelled'

const regularStateWords: Record<RegularState, ToastWords> = {
  active: outgoingCopy.resumed,
  paused: outgoingCopy.pausedNow,
  cancelled: outgoingCopy.regularCancelled,
}

export function useSetRegularState(state: RegularState) {
  return useChange(
    (id: string) => supabase.rpc('set_regular_payment_state', { p_id: id, p_state: state }).throwOnError(),
    regularStateWords[state],
    state === 'cancelled' ? false : undefined,
  )
}

type RegularChange = RepetitionEnd & { amount: number }

export function useChangeRegularPayment(payment: RegularPayment) {
  return useChange(
    ({ amount, endsOn, count }: RegularChange) =>
      withApproval(
        () =>
          supabase
            .rpc('change_regular_payment', {
              p_id: payment.id,
              p_amount: penceToPounds(amount),
              ...(endsOn !== null && { p_ends_on: endsOn }),
              ...(count !== null && { p_payment_count: count }),
            })
            .throwOnError(),
        outgoingCopy.approve(amount, payment, { endsOn, count }),
      ),
    outgoingCopy.changed,
    false,
  )
}

export function useSetUndoWindow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (seconds: string) => supabase.rpc('set_undo_window', { p_seconds: seconds }).throwOnError(),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: profileQueries.all }),
        client.invalidateQueries({ queryKey: accountQueries.all }),
      ]),
    meta: { success: outgoingCopy.undo.saved },
  })
}
