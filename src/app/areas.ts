import type { ComponentType } from 'react'
import {
  adminCasePath,
  adminUserPath,
  casePath,
  claimPath,
  externalAccountPath,
  paths,
  savingsPath,
  statementPath,
  transcriptPath,
} from '@/lib/paths'

// Downloaded before React, so that the downloads of the first screen start at once.

/** A part of the app that is downloaded as one chunk. */
export type Area<Parts> = {
  /** Downloads the area, once. A failed download is repeated by the next call. */
  load: () => Promise<Parts>
  /** The area once it is downloaded. */
  loaded: () => Parts | undefined
}

function defineArea<Parts>(download: () => Promise<Parts>): Area<Parts> {
  let parts: Parts | undefined
  let loading: Promise<Parts> | undefined
  const loadOnce = async () => {
    try {
      parts = await download()
      return parts
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    load: () => (loading ??= loadOnce()),
    loaded: () => parts,
  }
}

export const areas = {
  visitor: defineArea(() => import('./visitorArea')),
  freeze: defineArea(() => import('./freezeArea')),
  customer: defineArea(() => import('./customerArea')),
  payments: defineArea(() => import('./paymentsArea')),
  savings: defineArea(() => import('./savingsArea')),
  support: defineArea(() => import('./supportArea')),
  cases: defineArea(() => import('./casesArea')),
  suspension: defineArea(() => import('./suspensionArea')),
  staff: defineArea(() => import('./staffArea')),
  staffChat: defineArea(() => import('./staffChatArea')),
  staffPayments: defineArea(() => import('./staffPaymentsArea')),
  staffCases: defineArea(() => import('./staffCasesArea')),
  superAdmin: defineArea(() => import('./superAdminArea')),
}

const {
  visitor,
  freeze,
  customer,
  payments,
  savings,
  support,
  cases,
  staff,
  staffChat,
  staffPayments,
  staffCases,
  superAdmin,
} = areas

type Draw = <Name extends string>(area: Area<Record<Name, ComponentType>>, name: Name) => ComponentType
type Screen = { path: string; area: Area<object>; component: (draw: Draw) => ComponentType }

/** A screen, and the area that has it under this name. */
function screen<Name extends string>(path: string, area: Area<Record<Name, ComponentType>>, name: Name): Screen {
  return { path, area, component: (draw) => draw(area, name) }
}

/** The screens of the app, by who may open them. `routes.tsx` has their guards. */
export const screens = {
  visitors: [screen(paths.auth, visitor, 'AuthScreen')],
  pending: [screen(paths.pendingApproval, support, 'PendingApprovalScreen')],
  // Visitors may preview a payment.
  customersAndVisitors: [
    screen(paths.payTransfer, payments, 'PayTransferScreen'),
    screen(paths.paymentDetails, payments, 'PaymentDetailsScreen'),
  ],
  customers: [
    screen(paths.home, customer, 'HomeScreen'),
    screen(paths.transactions, customer, 'TransactionsScreen'),
    screen(paths.openSavings, savings, 'OpenSavingsScreen'),
    screen(savingsPath(':id'), savings, 'SavingsScreen'),
    screen(paths.statements, support, 'StatementsScreen'),
    screen(statementPath(':period'), support, 'StatementScreen'),
    screen(externalAccountPath(':id'), support, 'ExternalAccountScreen'),
    screen(paths.cards, support, 'CardsScreen'),
    screen(paths.insights, support, 'InsightsScreen'),
    screen(paths.more, support, 'MoreScreen'),
    screen(paths.chat, support, 'ChatScreen'),
    screen(paths.managePayments, support, 'ManagePaymentsScreen'),
    screen(paths.scheduledPayments, support, 'ScheduledPaymentsScreen'),
    screen(paths.regularPayments, support, 'RegularPaymentsScreen'),
    screen(paths.accountManagement, support, 'AccountManagementScreen'),
    screen(paths.settings, support, 'SettingsScreen'),
    screen(paths.profile, support, 'ProfileScreen'),
    screen(paths.branchSupport, support, 'BranchSupportScreen'),
    screen(paths.cases, cases, 'CasesScreen'),
    screen(casePath(':id'), cases, 'CaseScreen'),
    screen(claimPath(':id'), cases, 'ClaimScreen'),
    screen(paths.complaint, cases, 'ComplaintScreen'),
  ],
  staff: [
    screen(paths.admin, staff, 'AdminOverviewScreen'),
    screen(paths.adminChat, staffChat, 'AdminChatScreen'),
    screen(paths.adminTransactions, staffPayments, 'AdminTransactionsScreen'),
    screen(paths.adminRepair, staffPayments, 'AdminRepairScreen'),
    screen(paths.adminBetweenBanks, staffPayments, 'AdminBetweenBanksScreen'),
    screen(paths.adminUsers, staff, 'AdminUsersScreen'),
    screen(adminUserPath(':id'), staff, 'AdminUserScreen'),
    screen(paths.adminTranscripts, staffChat, 'AdminTranscriptsScreen'),
    screen(transcriptPath(':id'), staffChat, 'AdminTranscriptScreen'),
    screen(paths.adminCases, staffCases, 'AdminCasesScreen'),
    screen(adminCasePath(':id'), staffCases, 'AdminCaseScreen'),
    screen(paths.adminApprovals, staff, 'AdminApprovalsScreen'),
    screen(paths.adminManagement, superAdmin, 'AdminManagementScreen'),
    screen(paths.adminAudit, superAdmin, 'AdminAuditScreen'),
    screen(paths.adminJobs, superAdmin, 'AdminJobsScreen'),
    screen(paths.adminRules, superAdmin, 'AdminRulesScreen'),
    screen(paths.adminInterest, superAdmin, 'AdminInterestScreen'),
  ],
  everyone: [
    screen(paths.freeze, freeze, 'FreezeScreen'),
    screen(paths.newPin, freeze, 'NewPinScreen'),
    screen(paths.privacy, freeze, 'NoticeScreen'),
    screen(paths.accessibility, freeze, 'NoticeScreen'),
    screen('*', support, 'NotFoundScreen'),
  ],
}

function areaAt(pathname: string, rows: Screen[] = Object.values(screens).flat()): Area<object> | undefined {
  return rows.find(({ path }) => {
    const [start = '', parameter] = path.split(':')
    return path === '*' || (parameter === undefined ? path === pathname : pathname.startsWith(start))
  })?.area
}

/** The areas that the first screen at this address needs, so that their downloads start together. */
export function areasAt(pathname: string, isSignedIn: boolean): Area<object>[] {
  const area = areaAt(pathname)
  // Who is at the wrong place is led from one to the other.
  if (area === visitor) return isSignedIn ? [visitor, customer] : [visitor]
  if (area === customer) return isSignedIn ? [customer] : [customer, visitor]
  const layout = areaAt(pathname, screens.staff) === undefined ? [customer] : [customer, staff]
  return area === undefined || area === staff ? layout : [...layout, area]
}
