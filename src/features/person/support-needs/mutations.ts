import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQueries } from '@/features/person/profile/queries'
import { supabase } from '@/lib/supabase'
import { needsCopy } from './copy'
import { needQueries } from './queries'

function useInvalidateNeeds() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: needQueries.all }),
      // The profile has the needs that change the app.
      client.invalidateQueries({ queryKey: profileQueries.all }),
    ])
}

export type NeedChange = { need: string; isOn: boolean; ownWords?: string }

/** `failure: false`: the caller shows the error. */
export function useSetNeed(meta: { failure?: false } = {}) {
  const invalidate = useInvalidateNeeds()
  return useMutation({
    mutationFn: async ({ need, isOn, ownWords }: NeedChange) => {
      await supabase.rpc('set_support_need', { p_need: need, p_is_on: isOn, p_own_words: ownWords }).throwOnError()
    },
    onSuccess: invalidate,
    meta: { success: needsCopy.saved, failure: needsCopy.notSaved, ...meta },
  })
}

/** The answer that what the customer is asked about still holds. */
export function useKeepNeeds() {
  const invalidate = useInvalidateNeeds()
  return useMutation({
    mutationFn: async () => {
      await supabase.rpc('keep_support_needs').throwOnError()
    },
    onSuccess: invalidate,
    meta: { success: needsCopy.kept, failure: needsCopy.notSaved },
  })
}
