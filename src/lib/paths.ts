/** Every path of the app. */
export const paths = {
  auth: '/auth',
  freeze: '/freeze',
  newPin: '/new-pin',
  accessibility: '/accessibility',
  privacy: '/privacy',
  pendingApproval: '/pending-approval',
  home: '/',
  payTransfer: '/pay-transfer',
  paymentDetails: '/payment-details',
  transactions: '/transactions',
  statements: '/statements',
  openSavings: '/savings/open',
  cards: '/cards',
  insights: '/insights',
  more: '/more',
  settings: '/settings',
  accountManagement: '/account-management',
  scheduledPayments: '/scheduled-payments',
  regularPayments: '/regular-payments',
  managePayments: '/manage-payments',
  profile: '/profile',
  chat: '/chat',
  cases: '/cases',
  complaint: '/complaint',
  branchSupport: '/branch-support',
  admin: '/admin',
  adminChat: '/admin/chat',
  adminTransactions: '/admin/transactions',
  adminRepair: '/admin/repair',
  adminBetweenBanks: '/admin/between-banks',
  adminUsers: '/admin/users',
  adminManagement: '/admin/management',
  adminAudit: '/admin/audit',
  adminTranscripts: '/admin/transcripts',
  adminApprovals: '/admin/approvals',
  adminJobs: '/admin/jobs',
  adminRules: '/admin/rules',
  adminInterest: '/admin/interest',
  adminCases: '/admin/cases',
} as const

/** The navigation state of a link to the search of the transactions, from which the arrow leads back. */
export const searchStep = { step: 'search' }

/** The path of the transactions of these days ('YYYY-MM-DD'), with further filters as in the address. */
export function transactionsPath(from: string, until: string, filters: Record<string, string> = {}): string {
  return `${paths.transactions}?${new URLSearchParams({ ...filters, from, until })}`
}

/** The path of an account at another bank. */
export function externalAccountPath(id: string): string {
  return `/other-banks/${id}`
}

/** The path of a savings account. */
export function savingsPath(id: string): string {
  return `/savings/${id}`
}

const ofAccount = (id: string) => `?${new URLSearchParams({ account: id })}`

/** The path of the statements of the current account, or of a savings account. */
export function statementsPath(savingsId?: string): string {
  return `${paths.statements}${savingsId === undefined ? '' : ofAccount(savingsId)}`
}

/** The path of the statement of a month ('YYYY-MM') or of days ('YYYY-MM-DD_YYYY-MM-DD'). */
export function statementPath(period: string, savingsId?: string): string {
  return `${paths.statements}/${period}${savingsId === undefined ? '' : ofAccount(savingsId)}`
}

/** The audit, from this row on. */
export function auditRowPath(row: number): string {
  return `${paths.adminAudit}#row=${row}`
}

/** The audit of what was done to this user. */
export function userAuditPath(userId: string): string {
  return `${paths.adminAudit}#target=${userId}`
}

/** The path of a transaction's details in the back office. The id is in the fragment, as the search is. */
export function adminTransactionPath(id: string): string {
  return `${paths.adminTransactions}#id=${id}`
}

/** The path of a user's page in the back office. */
export function adminUserPath(userId: string): string {
  return `${paths.adminUsers}/${userId}`
}

/** The path of a case of the customer. */
export function casePath(id: string): string {
  return `${paths.cases}/${id}`
}

/** The path of the questions about a payment. */
export function claimPath(transactionId: string): string {
  return `/claim/${transactionId}`
}

/** The path of a complaint about a payment. */
export function complaintPath(transactionId: string): string {
  return `${paths.complaint}?${new URLSearchParams({ payment: transactionId })}`
}

/** The path of a case in the back office. */
export function adminCasePath(id: string): string {
  return `${paths.adminCases}/${id}`
}

/** The path of an open chat in the agent console. */
export function agentChatPath(chatId: string): string {
  return `${paths.adminChat}?${new URLSearchParams({ chat: chatId })}`
}

/** The path of a chat that has ended. */
export function transcriptPath(chatId: string): string {
  return `${paths.adminTranscripts}/${chatId}`
}

/** The path of the ended chats of one user. */
export function transcriptsPath(userId: string): string {
  return `${paths.adminTranscripts}#user=${userId}`
}

/** The path of the transactions of one user in the back office. In the fragment, which is not sent to a server. */
export function userTransactionsPath(email: string): string {
  return `${paths.adminTransactions}#${new URLSearchParams({ search: email })}`
}
