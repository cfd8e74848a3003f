import { signIn } from '@/features/person/auth/shared'
import { enterDeviceCode } from '@/features/person/devices/shared'
import { approveWithPasskey } from '@/features/person/passkeys/shared'
import { profileQueries } from '@/features/person/profile/queries'
import { WordedError } from '@/lib/errors'
import { callRpc } from '@/lib/supabase'
import { everything, useChange } from '@/lib/useChange'
import { freezeCopy } from './copy'

/** Freezes the account of the link in a security mail. False: the link is unknown or too old. */
export const useFreezeByLink = () => useChange((token: string) => callRpc('freeze_by_link', { p_token: token }))

/** Signs in with the PIN and freezes the account of that session, on an unknown device too. False: the email address is needed. */
export async function freezeWithPin(pin: string, email: string): Promise<boolean> {
  if (!(await signIn(pin, email))) return false
  await callRpc('freeze_my_account')
  return true
}

/** Freezes the account of the session, or keeps it frozen. The sheet shows a failure. */
export const useFreeze = (isFrozen: boolean) =>
  useChange(() => callRpc('freeze_my_account'), {
    // Limits, payments and the card are shown differently.
    stale: everything,
    success: isFrozen ? freezeCopy.keptFrozen : freezeCopy.frozenNow,
    failure: false,
  })

/** Unfreezes the account in an hour. */
export const useUnfreeze = () =>
  useChange(
    /** A code from the mail, or null for a passkey. */
    async (code: string | null) => {
      if (code === null) await approveWithPasskey('unfreeze')
      else await enterDeviceCode(code)
      if (!(await callRpc('ask_to_unfreeze'))) throw new WordedError(freezeCopy.wrongCode)
    },
    { stale: [profileQueries.all], success: freezeCopy.asked, failure: false },
  )
