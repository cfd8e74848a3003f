import type { Roles } from '@/features/permissions/queries'

/** Whether this person may ask for or decide an approval. */
export function canUseApprovals({ roles, permissions }: Roles): boolean {
  return (
    roles.includes('super_admin') ||
    (roles.includes('admin') && (permissions.includes('approve_users') || permissions.includes('financial_support')))
  )
}
