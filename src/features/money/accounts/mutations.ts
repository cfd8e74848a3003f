import { profileQueries } from '@/features/person/profile/queries'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { accountCopy } from './copy'
import { accountQueries } from './queries'

/** Changes the name on the profile and on the account. */
export const useSetDisplayName = () =>
  useChange((name: string) => callRpc('set_display_name', { p_full_name: name }), {
    stale: [profileQueries.all, accountQueries.all],
    success: accountCopy.displayNameUpdated,
    failure: false,
  })
