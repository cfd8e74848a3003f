import { useMutation } from '@tanstack/react-query'
import { enterPin } from '@/features/person/auth/shared'
import { withApproval } from '@/lib/approval'
import { useSession } from '@/lib/session'
import { supabase } from '@/lib/supabase'
import { closingCopy } from './copy'

/** Closes the account of the session, which ends with it. */
export function useCloseAccount() {
  const { signOut } = useSession()
  return useMutation({
    mutationFn: async (pin: string) => {
      // A call of its own, so that the server has counted the attempt.
      await enterPin(pin)
      await withApproval(() => supabase.rpc('close_my_account').throwOnError())
    },
    // The guards lead to the sign-in page.
    onSuccess: () => signOut(),
    meta: { success: closingCopy.closed, failure: false },
  })
}
