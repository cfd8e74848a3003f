import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { paths } from '@/lib/paths'
import { CustomersOnly, PendingOnly, VisitorsOnly } from './guards'
import { MainLayout } from './MainLayout'
import { RootLayout } from './RootLayout'
import { UnexpectedErrorScreen } from './UnexpectedErrorScreen'

/** A screen's code is loaded when it is first shown. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) }
}

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
      {
        Component: PendingOnly,
        children: [
          screen(
            paths.pendingApproval,
            async () => (await import('@/screens/PendingApprovalScreen')).PendingApprovalScreen,
          ),
        ],
      },
      {
        element: <CustomersOnly demo />,
        children: [
          {
            Component: MainLayout,
            children: [
              screen(paths.payTransfer, async () => (await import('@/screens/PayTransferScreen')).PayTransferScreen),
              screen(
                paths.paymentDetails,
                async () => (await import('@/screens/PaymentDetailsScreen')).PaymentDetailsScreen,
              ),
            ],
          },
        ],
      },
      {
        Component: CustomersOnly,
        children: [
          {
            Component: MainLayout,
            children: [
              screen(paths.home, async () => (await import('@/screens/HomeScreen')).HomeScreen),
              screen(paths.transactions, async () => (await import('@/screens/TransactionsScreen')).TransactionsScreen),
              screen(paths.cards, comingSoon),
              screen(paths.insights, comingSoon),
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
            ],
          },
        ],
      },
      screen('*', async () => (await import('@/screens/NotFoundScreen')).NotFoundScreen),
    ],
  },
]
