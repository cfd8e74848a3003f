import { enterPin } from '@/features/person/auth/shared'
import { withApproval } from '@/lib/approval'
import { useSession } from '@/lib/session'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { closingCopy } from './copy'

/** Closes the account of the session, which ends with it. */
export function useCloseAccount() {
  const { signOut } = useSession()
  return useChange(
    async (pin: string) => {
      // A call of its own, so that the server has counted the attempt.
      await enterPin(pin)
      await withApproval(() => callRpc('close_my_account'))
    },
    // The guards lead to the sign-in page.
    { success: closingCopy.closed, failure: false, succeeded: () => signOut() },
  )
}
