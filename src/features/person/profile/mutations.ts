import { withApproval } from '@/lib/approval'
import type { TablesUpdate } from '@/lib/database.types'
import { WordedError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { profileCopy } from './copy'
import { profileQueries, type PostalAddress } from './queries'

// The forms show why a change failed.

/** Changes the name on the profile, not the account's holder name. */
export const useUpdateFullName = (userId: string) =>
  useChange((fullName: string) => changeProfile(userId, { full_name: fullName }), {
    stale: [profileQueries.all],
    success: profileCopy.nameUpdated,
    failure: false,
  })

/** Changes the address for payment emails; '' removes it. Two screens have different success toasts. */
export const useUpdateNotificationEmail = (userId: string, success: ToastWords) =>
  useChange(
    (email: string) => changeProfile(userId, { notification_email: email || null }, profileCopy.approveEmail(email)),
    { stale: [profileQueries.all], success, failure: false },
  )

/** Stores the postal address; null removes it. */
export const useSetAddress = (userId: string) =>
  useChange(
    (address: PostalAddress | null) =>
      changeProfile(userId, {
        address_line_1: address?.line1 ?? null,
        address_line_2: address?.line2 ?? null,
        town: address?.town ?? null,
        postcode: address?.postcode ?? null,
      }),
    { stale: [profileQueries.address(userId).queryKey], success: profileCopy.address.saved, failure: false },
  )

/** `about`: what a passkey approves. */
async function changeProfile(userId: string, change: TablesUpdate<'profiles'>, about?: string) {
  const { data } = await withApproval(
    () => supabase.from('profiles').update(change).eq('id', userId).select('id').throwOnError(),
    about,
  )
  // An update that RLS refuses changes no row and reports no error.
  if (data.length === 0) throw new WordedError(profileCopy.notChanged)
}
