import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { LookReason } from '@/features/care/account-looks/shared'
import { ConfirmedTag, contactTitle, CustomerContact } from '@/features/person/calls/shared'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { TranscriptsLink } from '@/features/staff/transcripts/TranscriptsLink'
import { SupportEffects } from '@/features/person/support-needs/shared'
import { userCopy } from '@/features/staff/users/copy'
import { UserActions } from '@/features/staff/users/UserActions'
import { AuditPart, ChatPart, PayeesPart, PaymentsPart, PaymentsToComePart } from '@/features/staff/users/UserActivity'
import { AccountPart, ProfilePart } from '@/features/staff/users/UserDetails'
import { SavingsPart } from '@/features/staff/users/SavingsPart'
import { CardsPart, LimitsPart, PasskeysPart, SessionsPart } from '@/features/staff/users/UserProtection'
import { UserNotes } from '@/features/staff/users/UserNotes'
import { recordUserView } from '@/features/staff/users/mutations'
import { userQueries } from '@/features/staff/users/queries'
import { lazyPart } from '@/lib/lazyPart'
import { noName } from '@/lib/noName'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

const CaseRows = lazyPart(async () => (await import('@/features/staff/case-summaries/CaseRows')).CaseRows)
const OwnRequests = lazyPart(async () => (await import('@/features/staff/users/OwnRequests')).OwnRequests)
const CloseCustomer = lazyPart(async () => (await import('@/features/staff/staff-cases/CloseCustomer')).CloseCustomer)

/** Everything that the reader may see of one user. */
export function AdminUserScreen() {
  const { id = '' } = useParams()
  const user = useQuery(userQueries.user(id))
  const navigate = useNavigate()
  const page = user.data
  const { permissions } = useOwnRoles()
  const ownId = useUserId()
  const canContact = permissions.includes('manage_chat') && id !== ownId
  return (
    <StaffScreen
      above={page !== undefined && <SupportEffects userId={id} />}
      title={page === undefined ? 'User' : (page.full_name ?? noName)}
      tag={canContact && <ConfirmedTag userId={id} />}
      actions={
        page !== undefined && (
          <div className="flex flex-wrap gap-2">
            <TranscriptsLink userId={id} />
            {page.approved && page.closed_at === null && id !== ownId && permissions.includes('manage_cases') && (
              <CloseCustomer userId={id} name={page.full_name ?? noName} />
            )}
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
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <div className="space-y-4">
              <CustomerContact userId={id} isAllowed={canContact}>
                {(content) => (
                  <StaffCard title={contactTitle}>
                    <div className="border-t border-line p-4">{content}</div>
                  </StaffCard>
                )}
              </CustomerContact>
              <ProfilePart userId={id} page={shown} />
              <AccountPart page={shown} />
              <SavingsPart userId={id} page={shown} />
              <OwnRequests userId={id} page={shown} />
              <LimitsPart page={shown} />
              <CardsPart userId={id} page={shown} />
              <SessionsPart userId={id} page={shown} />
              <PasskeysPart userId={id} page={shown} />
            </div>
            <div className="space-y-4">
              {shown.cases !== null && shown.cases.length > 0 && (
                <StaffCard title={userCopy.page.cases}>
                  <CaseRows cases={shown.cases} className="px-4 py-2" />
                </StaffCard>
              )}
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
