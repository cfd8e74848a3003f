import { accountColumns } from '@/features/money/accounts/columns'
import { profileColumns } from '@/features/person/profile/columns'
import { transactionPageSize } from '@/features/money/transactions/pageSize'
import { readEarly } from '@/lib/earlyReads'
import { paths } from '@/lib/paths'
import { storedSession } from '@/lib/storedSession'
import { readsAccount } from './areas'

/** Sends the reads of a signed-in customer's first screen: the profile for the guard, the account, and the list. */
export function sendFirstReads(pathname: string) {
  const session = storedSession.current()
  if (session === null) return
  const userId = `eq.${session.userId}`
  readEarly('profiles', { select: profileColumns, id: userId })
  if (readsAccount(pathname)) {
    readEarly('rpc/get_current_account', { select: accountColumns }, '{}')
  }
  if (pathname === paths.transactions) {
    readEarly('rpc/search_transactions', { limit: String(transactionPageSize) }, '{}')
  }
}
