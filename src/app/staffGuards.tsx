import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { brand } from '@/brand'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { canUseApprovals } from '@/features/approvals/canUseApprovals'
import { permissionQueries, type Roles } from '@/features/permissions/queries'
import type { Permission } from '@/features/permissions/shared'
import { paths } from '@/lib/paths'
import { useStickyError } from '@/lib/queryState'
import { useUserId } from '@/lib/session'
import { toast, type ToastWords } from '@/lib/toast'

// These guards only navigate: the database checks the permission of every call.

const noPermission = { title: 'Access Denied', text: 'You do not have permission to see this page' }

const withPermission = (permission: Permission) => ({
  // The role admin itself: a super admin without it has no access.
  allows: ({ roles, permissions }: Roles) => roles.includes('admin') && permissions.includes(permission),
  refusal: noPermission,
})
const anyStaff = { allows: ({ roles }: Roles) => roles.length > 0, refusal: noPermission }
const chat = withPermission('manage_chat')
const transactions = withPermission('view_transactions')
const repair = withPermission('repair_transactions')
const users = withPermission('approve_users')
const cases = withPermission('manage_cases')
const transcripts = withPermission('read_transcripts')
const approvals = { allows: canUseApprovals, refusal: noPermission }
const superAdmin = {
  allows: ({ roles }: Roles) => roles.includes('super_admin'),
  refusal: { title: 'Access Denied', text: 'Only super admins can access this page' },
}

const permissionLost = {
  title: 'Access Denied',
  text: 'Your permission for this page was taken away while you were using it.',
}

export const AnyStaffOnly = () => <StaffOnly {...anyStaff} />
export const ChatStaffOnly = () => <StaffOnly {...chat} />
export const TransactionStaffOnly = () => <StaffOnly {...transactions} />
export const RepairStaffOnly = () => <StaffOnly {...repair} />
export const UserStaffOnly = () => <StaffOnly {...users} />
export const CaseStaffOnly = () => <StaffOnly {...cases} />
export const TranscriptStaffOnly = () => <StaffOnly {...transcripts} />
export const ApproversOnly = () => <StaffOnly {...approvals} />
export const SuperAdminsOnly = () => <StaffOnly {...superAdmin} />

function StaffOnly({ allows, refusal }: { allows: (own: Roles) => boolean; refusal: ToastWords }) {
  const userId = useUserId()
  const roles = useQuery(permissionQueries.own(userId))
  const failure = useStickyError(roles)
  const isAllowed = roles.data === undefined ? undefined : allows(roles.data)
  const [wasAllowed, setWasAllowed] = useState(false)
  if (isAllowed === true && !wasAllowed) setWasAllowed(true)
  if (isAllowed === true) return <Outlet />
  if (isAllowed === false) return <Denied words={wasAllowed ? permissionLost : refusal} />
  if (failure === null) return <Loading full />
  return (
    <div className="p-4">
      <h1 className="text-lg font-semibold">{brand.name}</h1>
      <LoadFailed error={failure} onRetry={roles.refetch} what="your permissions" />
    </div>
  )
}

function Denied({ words }: { words: ToastWords }) {
  useEffect(() => toast.error({ ...words, isForNextScreen: true }), [words])
  return <Navigate to={paths.home} replace />
}
