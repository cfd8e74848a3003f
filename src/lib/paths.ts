/** Every path of the app. */
export const paths = {
  auth: '/auth',
  pendingApproval: '/pending-approval',
  home: '/',
  payTransfer: '/pay-transfer',
  paymentDetails: '/payment-details',
  transactions: '/transactions',
  statements: '/statements',
  cards: '/cards',
  insights: '/insights',
  more: '/more',
  settings: '/settings',
  accountManagement: '/account-management',
  scheduledPayments: '/scheduled-payments',
  managePayments: '/manage-payments',
  profile: '/profile',
  chat: '/chat',
  branchSupport: '/branch-support',
  adminChat: '/admin/chat',
  adminTransactions: '/admin/transactions',
  adminRepair: '/admin/repair',
  adminUsers: '/admin/users',
  adminManagement: '/admin/management',
  adminAudit: '/admin/audit',
} as const

/** The path of a month's statement ('YYYY-MM'). */
export function statementPath(month: string): string {
  return `${paths.statements}/${month}`
}
