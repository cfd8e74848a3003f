import { queryOptions } from '@tanstack/react-query'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'

/** What savings earn in a year from a day on, in hundredths of a per cent. */
export type InterestRate = { startsOn: string; rate: number; aer: number; decidedAt: string }

export const interestRateQueries = {
  /** The latest first. Refetched with the approvals: an approved request adds a rate. */
  list: () =>
    queryOptions({
      queryKey: [...approvalQueries.all, 'interest rates'],
      queryFn: async ({ signal }): Promise<InterestRate[]> => {
        const { data } = await supabase.rpc('list_interest_rates').abortSignal(signal).throwOnError()
        return data.map((row) => ({
          startsOn: row.starts_on,
          rate: poundsToPence(row.rate),
          aer: poundsToPence(row.aer),
          decidedAt: row.decided_at,
        }))
      },
    }),
}
