import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { LookReason } from '@/features/account-looks/shared'
import { TranscriptsLink } from '@/features/transcripts/TranscriptsLink'
import { userCopy } from '@/features/users/copy'
import { UserActions } from '@/features/users/UserActions'
import { AuditPart, ChatPart, PayeesPart, PaymentsPart, PaymentsToComePart } from '@/features/users/UserActivity'
import { AccountPart, CardsPart, LimitsPart, ProfilePart, SessionsPart } from '@/features/users/UserDetails'
import { UserNotes } from '@/features/users/UserNotes'
import { recordUserView } from '@/features/users/mutations'
import { userQueries } from '@/features/users/queries'
import { paths } from '@/lib/paths'

/** Everything that the reader may see of one user. */
export function AdminUserScreen() {
  const { id = '' } = useParams()
  const user = useQuery(userQueries.user(id))
  const navigate = useNavigate()
  const page = user.data
  return (
    <StaffScreen
      title={page === undefined ? 'User' : (page.full_name ?? userCopy.unnamed)}
      actions={
        page !== undefined && (
          <div className="flex flex-wrap gap-2">
            <TranscriptsLink userId={id} />
            <UserActions userId={id} page={page} onDeleted={() => void navigate(paths.adminUsers)} />
          </div>
        )
      }
    >
      <Loaded
        query={user}
        what={userCopy.page.what}
        skeleton={<StaffTableSkeleton />}
        refusals={{
          'reason-needed': <LookReason record={(reason) => recordUserView(id, reason)} onRecorded={user.refetch} />,
        }}
      >
        {(shown) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="space-y-4">
              <ProfilePart userId={id} page={shown} />
              <AccountPart page={shown} />
              <LimitsPart userId={id} page={shown} />
              <CardsPart userId={id} page={shown} />
              <SessionsPart userId={id} page={shown} />
            </div>
            <div className="space-y-4">
              <PaymentsPart page={shown} />
              <PaymentsToComePart page={shown} />
              <PayeesPart page={shown} />
              <ChatPart page={shown} />
              <UserNotes userId={id} notes={shown.notes} />
              <AuditPart userId={id} page={shown} />
            </div>
          </div>
        )}
      </Loaded>
    </StaffScreen>
  )
}
