import { useQueryClient } from '@tanstack/react-query'
import { useTopicChanges } from '@/lib/realtime'
import { approvalQueries } from './queries'

/** Refetches the requests and their number when one is made or decided. */
export function useLiveApprovals(isApprover: boolean) {
  const client = useQueryClient()
  useTopicChanges({
    topic: isApprover ? 'staff:approvals' : null,
    onStale: () => void client.invalidateQueries({ queryKey: approvalQueries.all }),
  })
}
