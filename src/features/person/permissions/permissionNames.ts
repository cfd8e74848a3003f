/** A new admin has these. */
export const adminPermissions = ['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users'] as const
/** Super admins grant these one by one. The user list has a switch for financial support as well. */
export const extraPermissions = ['financial_support', 'read_transcripts', 'manage_cases'] as const
export type Permission = (typeof adminPermissions)[number] | (typeof extraPermissions)[number]

export const permissionNames: Record<Permission, string> = {
  manage_chat: 'Manage Live Chat',
  view_transactions: 'View All Transactions',
  repair_transactions: 'Repair Transactions',
  approve_users: 'Approve Users',
  financial_support: 'Financial Support Access',
  read_transcripts: 'Read Chat Transcripts',
  manage_cases: 'Manage Cases',
}
