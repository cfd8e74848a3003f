import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** The roles and permissions of a user. A customer has none. */
export type Roles = { roles: string[]; permissions: string[] }

export const permissionQueries = {
  all: ['permissions'] as const,
  /** The user's own roles and permissions. */
  own: (userId: string) =>
    queryOptions({
      queryKey: [...permissionQueries.all, userId],
      queryFn: ({ signal }) => readRoles(userId, signal),
    }),
}

// Both queries filter by user, because a super admin can read all rows.
async function readRoles(userId: string, signal: AbortSignal): Promise<Roles> {
  const [roles, permissions] = await Promise.all([
    supabase.from('user_roles').select('role').eq('user_id', userId).abortSignal(signal).throwOnError(),
    supabase.from('admin_permissions').select('permission').eq('admin_id', userId).abortSignal(signal).throwOnError(),
  ])
  return {
    roles: roles.data.map(({ role }) => role),
    permissions: permissions.data.map(({ permission }) => permission),
  }
}
