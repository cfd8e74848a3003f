import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom'
import { Loading } from '@/components/Loading'
import { paths, statementPath } from '@/lib/paths'
import { RootLayout } from './RootLayout'
import { screen, shared } from './screenRoute'
import { UnexpectedErrorScreen } from './UnexpectedErrorScreen'
import { VisitorsOnly } from './VisitorsOnly'

const personalData = async () => (await import('./PersonalData')).PersonalData
const pendingOnly = async () => (await import('./guards')).PendingOnly
const customersOnly = async () => (await import('./guards')).CustomersOnly
const customersAndVisitors = async () => (await import('./guards')).CustomersAndVisitors
const mainLayout = async () => (await import('./MainLayout')).MainLayout

/** The route table; what `findMoreRoutes` brings belongs to it as well. */
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
        shared(
          customersOnly,
          [
            shared(
              mainLayout,
              [
                screen(paths.home, async () => (await import('@/screens/HomeScreen')).HomeScreen),
                screen(
                  paths.transactions,
                  async () => (await import('@/screens/TransactionsScreen')).TransactionsScreen,
                ),
                screen(paths.statements, async () => (await import('@/screens/StatementsScreen')).StatementsScreen),
                screen(
                  statementPath(':month'),
                  async () => (await import('@/screens/StatementScreen')).StatementScreen,
                ),
                screen(paths.cards, async () => (await import('@/screens/CardsScreen')).CardsScreen),
                screen(paths.insights, async () => (await import('@/screens/InsightsScreen')).InsightsScreen),
              ],
              'main',
            ),
          ],
          'customers',
        ),
        screen('*', async () => (await import('@/screens/NotFoundScreen')).NotFoundScreen),
      ]),
    ],
  },
]

/** The support area's and the back office's parts come when an address asks for them: nobody waits for them before. */
export const findMoreRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (path.startsWith('/admin/')) patch('customers', (await import('./staffRoutes')).staffRoutes)
  else patch('main', (await import('./supportRoutes')).supportRoutes)
}
