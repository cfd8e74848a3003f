import { accountQueries } from '@/features/money/accounts/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { withApproval } from '@/lib/approval'
import { messageOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { callRpc } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { outgoingCopy } from './copy'
import type { RepetitionEnd } from './frequencies'
import { outgoingQueries, type RegularPayment } from './queries'

// All changes of a payment are safe to repeat. `failure` is false where the dialog shows it.

const stale = [outgoingQueries.all]
const failure = (error: Error) => outgoingCopy.failed(messageOf(error))

export const useCancelPayment = () =>
  useChange((id: string) => callRpc('cancel_outgoing_payment', { p_id: id }), {
    stale,
    success: outgoingCopy.cancelled,
    failure: false,
  })

/** `id` is that of the scheduled payment, also of a regular one. */
export const useKeepPayment = () =>
  useChange((id: string) => callRpc('keep_payment', { p_id: id }), { stale, success: outgoingCopy.kept, failure })

/** `id` is that of the next payment, so that a second click does not skip the one after it. */
export const useSkipPayment = () =>
  useChange((id: string) => callRpc('cancel_outgoing_payment', { p_id: id }), {
    stale,
    success: outgoingCopy.skipped,
    failure,
  })

/** `id` is that of the skipped payment. */
export const useUndoSkip = () =>
  useChange((id: string) => callRpc('undo_skip', { p_id: id }), { stale, success: outgoingCopy.skipUndone, failure })

type RegularState = 'active' | 'paused' | 'cancelled'

const regularStateWords: Record<RegularState, ToastWords> = {
  active: outgoingCopy.resumed,
  paused: outgoingCopy.pausedNow,
  cancelled: outgoingCopy.regularCancelled,
}

export const useSetRegularState = (state: RegularState) =>
  useChange((id: string) => callRpc('set_regular_payment_state', { p_id: id, p_state: state }), {
    stale,
    success: regularStateWords[state],
    failure: state === 'cancelled' ? false : failure,
  })

type RegularChange = RepetitionEnd & { amount: number }

export const useChangeRegularPayment = (payment: RegularPayment) =>
  useChange(
    ({ amount, endsOn, count }: RegularChange) =>
      withApproval(
        () =>
          callRpc('change_regular_payment', {
            p_id: payment.id,
            p_amount: penceToPounds(amount),
            p_ends_on: endsOn ?? undefined,
            p_payment_count: count ?? undefined,
          }),
        outgoingCopy.approve(amount, payment, { endsOn, count }),
      ),
    { stale, success: outgoingCopy.changed, failure: false },
  )

export const useSetUndoWindow = () =>
  useChange((seconds: string) => callRpc('set_undo_window', { p_seconds: seconds }), {
    stale: [profileQueries.all, accountQueries.all],
    success: outgoingCopy.undo.saved,
  })
