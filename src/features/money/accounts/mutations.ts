import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQueries } from '@/features/person/profile/queries'
import { supabase } from '@/lib/supabase'
import { accountCopy } from './copy'
import { accountQueries } from './queries'

/** Changes the name on the profile and on the account. */
export function useSetDisplayName() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => supabase.rpc('set_display_name', { p_full_name: name }).throwOnError(),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: profileQueries.all }),
        client.invalidateQueries({ queryKey: accountQueries.all }),
      ]),
    meta: { success: accountCopy.displayNameUpdated, failure: false },
  })
}
