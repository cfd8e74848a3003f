import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { Button } from '@/components/ui/Button'
import { TranscriptsLink } from '@/features/transcripts/TranscriptsLink'
import { userCopy } from '@/features/users/copy'
import { DecideUser } from '@/features/users/DecideUser'
import { RevokeDialog } from '@/features/users/RevokeDialog'
import { SuspendButton } from '@/features/users/SuspendButton'
import { AuditPart, ChatPart, PaymentsPart } from '@/features/users/UserActivity'
import { AccountPart, ProfilePart, SessionsPart } from '@/features/users/UserDetails'
import { UserNotes } from '@/features/users/UserNotes'
import { userQueries } from '@/features/users/queries'
import { paths } from '@/lib/paths'

/** Everything that the reader may see of one user. */
export function AdminUserScreen() {
  const { id = '' } = useParams()
  const user = useQuery(userQueries.user(id))
  const navigate = useNavigate()
  const [isRevoking, setIsRevoking] = useState(false)
  const page = user.data
  return (
    <StaffScreen
      title={page === undefined ? 'User' : (page.full_name ?? userCopy.unnamed)}
      actions={
        page !== undefined &&
        (page.approved ? (
          <div className="flex flex-wrap gap-2">
            <TranscriptsLink userId={id} />
            <SuspendButton
              user={{
                id,
                fullName: page.full_name,
                isSuspended: page.suspended_at !== null,
                canDelete: page.can_delete,
              }}
            />
            <Button
              variant="secondary"
              disabled={!page.can_delete}
              title={page.can_delete ? undefined : userCopy.notDeletable}
              className="border-danger! text-danger!"
              onClick={() => setIsRevoking(true)}
            >
              Revoke Access
            </Button>
          </div>
        ) : (
          <DecideUser userId={id} page={page} />
        ))
      }
    >
      <Loaded query={user} what={userCopy.page.what} skeleton={<StaffTableSkeleton />}>
        {(shown) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="space-y-4">
              <ProfilePart userId={id} page={shown} />
              <AccountPart page={shown} />
              <SessionsPart userId={id} page={shown} />
            </div>
            <div className="space-y-4">
              <PaymentsPart page={shown} />
              <ChatPart page={shown} />
              <UserNotes userId={id} notes={shown.notes} />
              <AuditPart userId={id} page={shown} />
            </div>
          </div>
        )}
      </Loaded>
      {isRevoking && page !== undefined && (
        <RevokeDialog
          user={{ id, fullName: page.full_name, signInEmail: page.sign_in_email }}
          onClose={() => setIsRevoking(false)}
          onDeleted={() => void navigate(paths.adminUsers)}
        />
      )}
    </StaffScreen>
  )
}
