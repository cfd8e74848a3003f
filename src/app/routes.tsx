import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { paths, statementPath } from '@/lib/paths'
import { RootLayout } from './RootLayout'
import { UnexpectedErrorScreen } from './UnexpectedErrorScreen'
import { VisitorsOnly } from './VisitorsOnly'

/** A screen's code is loaded when it is first shown. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) }
}

/** What screens share, loaded beside them; a visitor at the sign-in screen waits for none of it. */
function shared(load: () => Promise<ComponentType>, children: RouteObject[]): RouteObject {
  return { lazy: async () => ({ Component: await load() }), children }
}

const personalData = async () => (await import('./PersonalData')).PersonalData
const pendingOnly = async () => (await import('./guards')).PendingOnly
const customersOnly = async () => (await import('./guards')).CustomersOnly
const customersAndVisitors = async () => (await import('./guards')).CustomersAndVisitors
const mainLayout = async () => (await import('./MainLayout')).MainLayout
const comingSoon = async () => (await import('@/screens/ComingSoonScreen')).ComingSoonScreen

/** The whole route table. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: UnexpectedErrorScreen,
    HydrateFallback: () => <Loading full />,
    children: [
      {
        Component: VisitorsOnly,
        children: [screen(paths.auth, async () => (await import('@/screens/AuthScreen')).AuthScreen)],
      },
      shared(personalData, [
        shared(pendingOnly, [
          screen(
            paths.pendingApproval,
            async () => (await import('@/screens/PendingApprovalScreen')).PendingApprovalScreen,
          ),
        ]),
        shared(customersAndVisitors, [
          shared(mainLayout, [
            screen(paths.payTransfer, async () => (await import('@/screens/PayTransferScreen')).PayTransferScreen),
            screen(
              paths.paymentDetails,
              async () => (await import('@/screens/PaymentDetailsScreen')).PaymentDetailsScreen,
            ),
          ]),
        ]),
        shared(customersOnly, [
          shared(mainLayout, [
            screen(paths.home, async () => (await import('@/screens/HomeScreen')).HomeScreen),
            screen(paths.transactions, async () => (await import('@/screens/TransactionsScreen')).TransactionsScreen),
            screen(paths.statements, async () => (await import('@/screens/StatementsScreen')).StatementsScreen),
            screen(statementPath(':month'), async () => (await import('@/screens/StatementScreen')).StatementScreen),
            screen(paths.cards, async () => (await import('@/screens/CardsScreen')).CardsScreen),
            screen(paths.insights, async () => (await import('@/screens/InsightsScreen')).InsightsScreen),
            screen(paths.more, comingSoon),
            screen(paths.settings, comingSoon),
            screen(paths.accountManagement, comingSoon),
            screen(paths.scheduledPayments, comingSoon),
            screen(paths.managePayments, comingSoon),
            screen(paths.profile, comingSoon),
            screen(paths.chat, comingSoon),
            screen(paths.branchSupport, comingSoon),
            screen(paths.adminChat, comingSoon),
            screen(paths.adminTransactions, comingSoon),
            screen(paths.adminRepair, comingSoon),
            screen(paths.adminUsers, comingSoon),
            screen(paths.adminManagement, comingSoon),
          ]),
        ]),
        screen('*', async () => (await import('@/screens/NotFoundScreen')).NotFoundScreen),
      ]),
    ],
  },
]
