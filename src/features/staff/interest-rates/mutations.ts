import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import type { RateRequest } from './rateRequest'

export const useRequestRate = () =>
  useChange(
    ({ rate, startsOn, reason }: RateRequest) =>
      callRpc('request_interest_rate', { p_rate: rate, p_starts_on: startsOn, p_reason: reason }),
    { stale: [approvalQueries.all], success: askingCopy.asked, failure: false },
  )
