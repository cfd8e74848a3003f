import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ranWithoutApproval } from '@/features/staff/approvals/shared'
import { messageOf, refusalOf } from '@/lib/errors'
import type { Permission } from '@/features/person/permissions/shared'
import { supabase } from '@/lib/supabase'
import { toast, type ToastWords } from '@/lib/toast'
import { roleCopy } from './copy'
import { roleQueries } from './queries'

// The lists are also refetched after a failure: without an answer, the change may have been made.

export function useMakeAdmin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) => supabase.rpc('make_admin', { p_user_id: userId }).throwOnError(),
    onSettled: () => readPeopleAgain(client),
    meta: { success: roleCopy.adminGranted },
  })
}

/** Returns false where it needs a second super admin. */
export function useMakeSuperAdmin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) =>
      ranWithoutApproval(supabase.rpc('make_super_admin', { p_user_id: userId }).throwOnError()),
    onSuccess: (isMade) => isMade && toast.success(roleCopy.superAdminGranted),
    onSettled: () => readPeopleAgain(client),
  })
}

export function useRevokeAdmin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) => supabase.rpc('revoke_admin', { p_user_id: userId }).throwOnError(),
    onSettled: () => readPeopleAgain(client),
    meta: { success: roleCopy.adminRemoved, failure: roleFailureWords },
  })
}

export function useSetPermission(adminId: string, permission: Permission) {
  const client = useQueryClient()
  return useMutation({
    // A change that is made before the one before has ended is sent after it.
    scope: { id: `${permission} of ${adminId}` },
    mutationFn: async (granted: boolean) =>
      supabase
        .rpc('set_permission', { p_admin_id: adminId, p_permission: permission, p_granted: granted })
        .throwOnError(),
    onSettled: () => readPeopleAgain(client),
    meta: { success: roleCopy.permissionUpdated },
  })
}

/** The words for a role that was not changed. */
function roleFailureWords(error: Error): ToastWords {
  if (refusalOf(error)?.hint === 'super-admin-role') return roleCopy.notAllowed
  return { title: roleCopy.error, text: messageOf(error) }
}

function readPeopleAgain(client: QueryClient) {
  return client.invalidateQueries({ queryKey: roleQueries.all })
}
