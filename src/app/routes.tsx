import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import {
  adminCasePath,
  adminUserPath,
  casePath,
  claimPath,
  externalAccountPath,
  paths,
  statementPath,
  transcriptPath,
} from '@/lib/paths'
import { areaPart } from './areaPart'
import { areas, type Area } from './areas'
import { RootLayout } from './RootLayout'

const { visitor, freeze, customer, payments, support, cases, staff, staffChat, staffPayments, staffCases, superAdmin } =
  areas

function screen<Name extends string>(path: string, area: Area<Record<Name, ComponentType>>, name: Name): RouteObject {
  return { path, Component: areaPart(area, name) }
}

/** A guard or layout around several screens. */
function shared<Name extends string>(
  area: Area<Record<Name, ComponentType>>,
  name: Name,
  children: RouteObject[],
): RouteObject {
  return { Component: areaPart(area, name), children }
}

/** The route table. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    children: [
      shared(visitor, 'VisitorsOnly', [screen(paths.auth, visitor, 'AuthScreen')]),
      shared(customer, 'PersonalData', [
        shared(customer, 'PendingOnly', [screen(paths.pendingApproval, support, 'PendingApprovalScreen')]),
        shared(customer, 'CustomersAndVisitors', [
          shared(customer, 'MainLayout', [
            screen(paths.payTransfer, payments, 'PayTransferScreen'),
            screen(paths.paymentDetails, payments, 'PaymentDetailsScreen'),
          ]),
        ]),
        shared(customer, 'CustomersOnly', [
          shared(customer, 'MainLayout', [
            screen(paths.home, customer, 'HomeScreen'),
            screen(paths.transactions, customer, 'TransactionsScreen'),
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
          ]),
          shared(staff, 'StaffLayout', [
            shared(staff, 'StaffOnly', [
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
            ]),
          ]),
        ]),
        screen(paths.freeze, freeze, 'FreezeScreen'),
        screen(paths.newPin, freeze, 'NewPinScreen'),
        screen('*', support, 'NotFoundScreen'),
      ]),
    ],
  },
]
