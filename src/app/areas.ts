import { paths } from '@/lib/paths'

/** A part of the app that is downloaded as one chunk. */
export type Area<Parts> = {
  /** Downloads the area, once. A failed download is repeated by the next call. */
  load: () => Promise<Parts>
  /** The area once it is downloaded. */
  loaded: () => Parts | undefined
}

function area<Parts>(download: () => Promise<Parts>): Area<Parts> {
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
  visitor: area(() => import('./visitorArea')),
  freeze: area(() => import('./freezeArea')),
  customer: area(() => import('./customerArea')),
  payments: area(() => import('./paymentsArea')),
  support: area(() => import('./supportArea')),
  cases: area(() => import('./casesArea')),
  suspension: area(() => import('./suspensionArea')),
  staff: area(() => import('./staffArea')),
  staffChat: area(() => import('./staffChatArea')),
  staffPayments: area(() => import('./staffPaymentsArea')),
  staffCases: area(() => import('./staffCasesArea')),
  superAdmin: area(() => import('./superAdminArea')),
}

const customerPaths = new Set<string>([paths.home, paths.transactions])
const staffChatPaths = [paths.adminChat, paths.adminTranscripts]
const casePaths = [paths.cases, '/claim/', paths.complaint]
const staffPaymentPaths = new Set<string>([paths.adminTransactions, paths.adminRepair, paths.adminBetweenBanks])
const superAdminPaths = new Set<string>([paths.adminManagement, paths.adminAudit, paths.adminJobs, paths.adminRules])
const paymentPaths = new Set<string>([paths.payTransfer, paths.paymentDetails])

/** Whether the screen at this address reads the account before all else. */
export function readsAccount(pathname: string): boolean {
  return customerPaths.has(pathname) || paymentPaths.has(pathname)
}

/** The areas that the first screen at this address needs, so that their downloads start together. */
export function areasAt(pathname: string, isSignedIn: boolean): Area<object>[] {
  const {
    visitor,
    freeze,
    customer,
    payments,
    support,
    cases,
    staff,
    staffChat,
    staffPayments,
    staffCases,
    superAdmin,
  } = areas
  if (pathname === paths.freeze || pathname === paths.newPin) return [customer, freeze]
  if (pathname === paths.auth) return isSignedIn ? [visitor, customer] : [visitor]
  if (staffChatPaths.some((path) => pathname.startsWith(path))) return [customer, staff, staffChat]
  if (pathname.startsWith(paths.adminCases)) return [customer, staff, staffCases]
  if (staffPaymentPaths.has(pathname)) return [customer, staff, staffPayments]
  if (superAdminPaths.has(pathname)) return [customer, staff, superAdmin]
  if (pathname === paths.admin || pathname.startsWith('/admin/')) return [customer, staff]
  // Visitors may preview a payment.
  if (paymentPaths.has(pathname)) return [customer, payments]
  if (customerPaths.has(pathname)) return isSignedIn ? [customer] : [customer, visitor]
  if (casePaths.some((path) => pathname.startsWith(path))) return [customer, cases]
  return [customer, support]
}
