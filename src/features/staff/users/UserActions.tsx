import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { noName } from '@/lib/noName'
import { userCopy } from './copy'
import { DecideUser } from './DecideUser'
import { EditUserDialog } from './EditUserDialog'
import { toListedUser, type UserPage } from './queries'
import { RevokeDialog } from './RevokeDialog'
import { SuspendButton } from './SuspendButton'
import { UnfreezeButton } from './UnfreezeButton'

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
