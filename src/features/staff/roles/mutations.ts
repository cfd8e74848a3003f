import type { Permission } from '@/features/person/permissions/shared'
import { ranWithoutApproval } from '@/features/staff/approvals/shared'
import { messageOf, refusalOf } from '@/lib/errors'
import { callRpc } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { roleCopy } from './copy'
import { roleQueries } from './queries'

const stale = [roleQueries.all]

export const useMakeAdmin = () =>
  useChange((userId: string) => callRpc('make_admin', { p_user_id: userId }), { stale, success: roleCopy.adminGranted })

/** Returns false where it needs a second super admin. */
export const useMakeSuperAdmin = () =>
  useChange((userId: string) => ranWithoutApproval(callRpc('make_super_admin', { p_user_id: userId })), {
    stale,
    succeeded: (isMade) => isMade && toast.success(roleCopy.superAdminGranted),
  })

export const useRevokeAdmin = () =>
  useChange((userId: string) => callRpc('revoke_admin', { p_user_id: userId }), {
    stale,
    success: roleCopy.adminRemoved,
    failure: (error) =>
      refusalOf(error)?.hint === 'super-admin-role'
        ? roleCopy.notAllowed
        : { title: roleCopy.error, text: messageOf(error) },
  })

export const permissionTurn = (adminId: string, permission: Permission) => `${permission} of ${adminId}`

export const useSetPermission = (adminId: string, permission: Permission) =>
  useChange(
    (granted: boolean) =>
      callRpc('set_permission', { p_admin_id: adminId, p_permission: permission, p_granted: granted }),
    { inTurn: permissionTurn(adminId, permission), stale, success: roleCopy.permissionUpdated },
  )
