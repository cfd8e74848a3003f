import { useQuery } from '@tanstack/react-query'
import { useUserId } from '@/lib/session'
import { permissionQueries, type Roles } from './queries'

export { canUseApprovals } from './canUseApprovals'
export { adminPermissions, extraPermissions, permissionNames, type Permission } from './permissionNames'

export const roleNames = { admin: 'Admin', super_admin: 'Super admin' }

const none: Roles = { roles: [], permissions: [] }

/** The user's own roles and permissions; none until they are read. */
export function useOwnRoles(): Roles {
  return useQuery(permissionQueries.own(useUserId())).data ?? none
}
