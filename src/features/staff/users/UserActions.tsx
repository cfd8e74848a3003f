import { useState } from 'react'
import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { askingCopy, useRequestApproval, approvalArguments } from '@/features/staff/approvals/shared'
import { noName } from '@/lib/noName'
import { useUserId } from '@/lib/session'
import { userCopy } from './copy'
import { useApproveUser } from './mutations'
import { toListedUser, type UserPage } from './queries'
import { EditUserDialog, RejectDialog, RevokeDialog } from './lazyDialogs'
import { SuspendButton } from './SuspendButton'

type UserActionsProps = { userId: string; page: UserPage; onDeleted: () => void }

/** What the reader may do with the user of the page: the actions of the user list. */
export function UserActions({ userId, page, onDeleted }: UserActionsProps) {
  const { permissions } = useOwnRoles()
  const [open, setOpen] = useState<'edit' | 'revoke' | null>(null)
  const user = toListedUser(userId, page)
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {page.approved ? (
        <>
          <SuspendButton user={user} />
          {page.frozen_at !== null && page.unfreezes_at === null && (
            <UnfreezeButton userId={userId} name={page.full_name ?? noName} canDelete={page.can_delete} />
          )}
          <Button
            variant="secondary"
            disabled={!page.can_delete}
            title={page.can_delete ? undefined : userCopy.notDeletable}
            className="border-danger! text-danger!"
            onClick={() => setOpen('revoke')}
          >
            Revoke Access
          </Button>
        </>
      ) : (
        <DecideUser userId={userId} page={page} />
      )}
      {open === 'edit' && (
        <EditUserDialog user={user} canEditBalance={permissions.includes('financial_support')} onClose={close} />
      )}
      {open === 'revoke' && <RevokeDialog user={user} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}

/** On the page of a user who waits for approval. */
function DecideUser({ userId, page }: { userId: string; page: UserPage }) {
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

type UnfreezeButtonProps = { userId: string; name: string; canDelete: boolean }

/** For an owner who cannot read their email any more. A thief may be the one who asks, so a second administrator decides. */
function UnfreezeButton({ userId, name, canDelete }: UnfreezeButtonProps) {
  const ask = useRequestApproval()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        disabled={!canDelete}
        title={canDelete ? undefined : userCopy.notDeletable}
        onClick={() => setIsAsking(true)}
      >
        Unfreeze
      </Button>
      {isAsking && (
        <ReasonDialog
          {...userCopy.askToUnfreeze(name)}
          confirmLabel={askingCopy.question.confirmLabel}
          submit={(reason) => ask.mutateAsync({ request: { kind: 'unfreeze', userId }, reason })}
          preview={(reason) => actionOf('request_approval', approvalArguments({ kind: 'unfreeze', userId }, reason))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
