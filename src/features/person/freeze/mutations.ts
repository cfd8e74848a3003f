import { useMutation, useQueryClient } from '@tanstack/react-query'
import { signIn } from '@/features/person/auth/shared'
import { enterDeviceCode } from '@/features/person/devices/shared'
import { approveWithPasskey } from '@/features/person/passkeys/shared'
import { profileQueries } from '@/features/person/profile/queries'
import { WordedError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { freezeCopy } from './copy'

async function freezeMyAccount(): Promise<void> {
  await supabase.rpc('freeze_my_account').throwOnError()
}

/** Freezes the account of the link in a security mail. False: the link is unknown or too old. */
export function useFreezeByLink() {
  return useMutation({
    mutationFn: async (token: string) => (await supabase.rpc('freeze_by_link', { p_token: token }).throwOnError()).data,
  })
}

/** Signs in with the PIN and freezes the account of that session, on an unknown device too. False: the email address is needed. */
export async function freezeWithPin(pin: string, email: string): Promise<boolean> {
  if (!(await signIn(pin, email))) return false
  await freezeMyAccount()
  return true
}

/** Freezes the account of the session, or keeps it frozen. `failure: false`: the sheet shows the error. */
export function useFreeze(isFrozen: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: freezeMyAccount,
    // Limits, payments and the card are shown differently.
    onSuccess: () => client.invalidateQueries(),
    meta: { success: isFrozen ? freezeCopy.keptFrozen : freezeCopy.frozenNow, failure: false },
  })
}

/** Unfreezes the account in an hour. */
export function useUnfreeze() {
  const client = useQueryClient()
  return useMutation({
    /** A code from the mail, or null for a passkey. */
    mutationFn: async (code: string | null) => {
      if (code === null) await approveWithPasskey('unfreeze')
      else await enterDeviceCode(code)
      const { data } = await supabase.rpc('ask_to_unfreeze').throwOnError()
      if (!data) throw new WordedError(freezeCopy.wrongCode)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: profileQueries.all }),
    meta: { success: freezeCopy.asked, failure: false },
  })
}
