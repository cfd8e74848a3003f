import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

export const newPinQueries = {
  all: ['new-pin'] as const,
  /** Whether the user can still read the PIN of their sign-up. */
  exists: (userId: string) =>
    queryOptions({
      queryKey: [...newPinQueries.all, userId],
      queryFn: async ({ signal }) => (await supabase.rpc('has_new_pin').abortSignal(signal).throwOnError()).data,
    }),
}
