import { withApproval } from '@/lib/approval'
import { messageOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { callRpc } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { limitCopy } from './copy'
import { limitQueries } from './queries'

export const useSetLimit = () =>
  useChange(
    (pence: number) =>
      withApproval(() => callRpc('set_payment_limit', { p_limit: penceToPounds(pence) }), limitCopy.approve(pence)),
    { stale: [limitQueries.all], success: limitCopy.saved, failure: false },
  )

export function limitFailureWords(error: unknown): ToastWords {
  return { title: limitCopy.saveFailed, text: messageOf(error) }
}
