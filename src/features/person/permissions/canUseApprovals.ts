import type { Roles } from './queries'

/** Whether this person may ask for or decide an approval. */
export function canUseApprovals({ roles, permissions }: Roles): boolean {
  return (
    roles.includes('super_admin') ||
    (roles.includes('admin') &&
      ['approve_users', 'financial_support', 'manage_cases'].some((each) => permissions.includes(each)))
  )
}
