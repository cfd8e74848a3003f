import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** The cache of all that staff read about cases. */
export const staffCaseKey = ['staff cases'] as const

/** How many cases are overdue: in the navigation of staff, which does not load the screens of cases. */
export const overdueCasesQuery = queryOptions({
  queryKey: [...staffCaseKey, 'late'],
  queryFn: async ({ signal }) => (await supabase.rpc('count_overdue_cases').abortSignal(signal).throwOnError()).data,
  refetchInterval: 60_000,
})
