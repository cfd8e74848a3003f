import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { brand } from '@/brand'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { canUseApprovals } from '@/features/person/permissions/canUseApprovals'
import { permissionQueries, type Roles } from '@/features/person/permissions/queries'
import { adminTools, staffTools } from '@/features/staff/support/staffTools'
import { paths } from '@/lib/paths'
import { useStickyError } from '@/lib/queryState'
import { useUserId } from '@/lib/session'
import { toast, type ToastWords } from '@/lib/toast'

type Rule = { allows: (own: Roles) => boolean; refusal: ToastWords }

const noPermission = { title: 'Access Denied', text: 'You do not have permission to see this page' }

const anyStaff: Rule = { allows: ({ roles }) => roles.length > 0, refusal: noPermission }
const approvers: Rule = { allows: canUseApprovals, refusal: noPermission }
const superAdmins: Rule = {
  allows: ({ roles }) => roles.includes('super_admin'),
  refusal: { title: 'Access Denied', text: 'Only super admins can access this page' },
}

/** Who may see the screen at this path. A screen that is no tool of admins is for super admins. */
function ruleAt(pathname: string): Rule {
  const isAt = ({ to }: { to: string }) => `${pathname}/`.startsWith(`${to}/`)
  if (pathname === paths.admin) return anyStaff
  if (isAt({ to: paths.adminApprovals })) return approvers
  return adminTools.some(isAt) ? { allows: (own) => staffTools(own).some(isAt), refusal: noPermission } : superAdmins
}

const permissionLost = {
  title: 'Access Denied',
  text: 'Your permission for this page was taken away while you were using it.',
}

/** For staff who may see the screen at the address. It only navigates: the database checks the permission of every call. */
export function StaffOnly() {
  const { pathname } = useLocation()
  return <RuleGuard key={pathname} {...ruleAt(pathname)} />
}

function RuleGuard({ allows, refusal }: Rule) {
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
      <h1 className="text-title">{brand.name}</h1>
      <LoadFailed error={failure} onRetry={roles.refetch} what="your permissions" />
    </div>
  )
}

function Denied({ words }: { words: ToastWords }) {
  useEffect(() => toast.error({ ...words, isForNextScreen: true }), [words])
  return <Navigate to={paths.home} replace />
}
