import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { useUserId } from '@/lib/session'
import { userCopy } from './copy'
import { useApproveUser } from './mutations'
import type { UserPage } from './queries'
import { RejectDialog } from './RejectDialog'

/** On the page of a user who waits for approval. */
export function DecideUser({ userId, page }: { userId: string; page: UserPage }) {
  useFocusFallback()
  const approve = useApproveUser()
  const [isRejecting, setIsRejecting] = useState(false)
  const isLocked = userId === useUserId() || !page.pin_visible
  const title = isLocked ? userCopy.staffLocked : undefined
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={isLocked} title={title} pending={approve.isPending} onClick={() => approve.mutate(userId)}>
        Approve
      </Button>
      {page.rejection_reason === null && (
        <Button variant="secondary" disabled={isLocked} title={title} onClick={() => setIsRejecting(true)}>
          Reject
        </Button>
      )}
      {isRejecting && <RejectDialog userIds={[userId]} onClose={() => setIsRejecting(false)} />}
    </div>
  )
}
