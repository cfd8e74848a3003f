import { accountColumns } from '@/features/accounts/columns'
import { profileColumns } from '@/features/profile/columns'
import { readEarly } from '@/lib/earlyReads'
import { storedSession } from '@/lib/storedSession'
import { readsAccount } from './areas'

/** Sends the reads of a signed-in customer's first screen: the profile for the guard, and the account. */
export function sendFirstReads(pathname: string) {
  const session = storedSession.current()
  if (session === null) return
  const userId = `eq.${session.userId}`
  readEarly('profiles', { select: profileColumns, id: userId })
  if (readsAccount(pathname)) {
    readEarly('accounts', { select: accountColumns, user_id: userId, account_type: 'eq.current' })
  }
}
