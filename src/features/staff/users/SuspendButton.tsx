import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { lazyPart } from '@/lib/lazyPart'
import { noName } from '@/lib/noName'
import { userCopy } from './copy'
import { useSuspendUser } from './mutations'

const SuspendDialog = lazyPart(async () => (await import('./SuspendDialog')).SuspendDialog)

type SuspendButtonProps = {
  user: {
    id: string
    fullName: string | null
    isSuspended: boolean
    isClosed: boolean
    isStaff: boolean
    canDelete: boolean
  }
  /** In a list, the button's name has the user's. */
  isInList?: boolean
  className?: string
}

/** Asks before it suspends, which ends what the user is doing, and before it restores, which sends what has waited. */
export function SuspendButton({ user, isInList = false, className }: SuspendButtonProps) {
  const suspend = useSuspendUser()
  const [isAsking, setIsAsking] = useState(false)
  const name = user.fullName ?? noName
  const action = user.isSuspended ? 'Restore' : 'Suspend'
  const set = (suspended: boolean) =>
    suspend.mutate({ userId: user.id, suspended }, { onSettled: () => setIsAsking(false) })
  return (
    <>
      <Button
        variant="secondary"
        aria-label={isInList ? `${action} ${name}` : undefined}
        title={user.isClosed ? userCopy.closedForGood : user.canDelete ? undefined : userCopy.notDeletable}
        disabled={!user.canDelete || user.isClosed}
        pending={suspend.isPending}
        onClick={() => setIsAsking(true)}
        className={className}
      >
        {action}
      </Button>
      {isAsking && user.isSuspended && (
        <ConfirmDialog
          {...userCopy.confirmRestore(name)}
          variant="primary"
          pending={suspend.isPending}
          onConfirm={() => set(false)}
          onClose={() => setIsAsking(false)}
        >
          <div className="mb-4">
            <MessagePreview action={actionOf('restore_user', { p_user_id: user.id })} />
          </div>
        </ConfirmDialog>
      )}
      {isAsking && !user.isSuspended && !user.isStaff && (
        <SuspendDialog userId={user.id} name={name} onClose={() => setIsAsking(false)} />
      )}
      {isAsking && !user.isSuspended && user.isStaff && (
        <ConfirmDialog
          {...userCopy.confirmSuspend(name)}
          pending={suspend.isPending}
          onConfirm={() => set(true)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
