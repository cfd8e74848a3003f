import { queryOptions } from '@tanstack/react-query'
import { poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

/** What a customer can send in one day; amounts in pence. */
export type PaymentLimit = {
  daily: number
  leftToday: number
  /** A higher limit that does not apply yet. */
  next: { limit: number; from: string } | null
}

type LimitRow = ResultRow<'get_payment_limit', 'next_limit' | 'next_limit_from'>

export const limitQueries = {
  all: ['payment-limit'] as const,
  own: (userId: string) =>
    queryOptions({
      queryKey: [...limitQueries.all, userId],
      queryFn: async ({ signal }): Promise<PaymentLimit> => {
        const { data } = await supabase.rpc('get_payment_limit').abortSignal(signal).single().throwOnError()
        // Both are null without a raise.
        const { next_limit: limit, next_limit_from: from }: LimitRow = data
        return {
          daily: poundsToPence(data.daily_limit),
          leftToday: poundsToPence(data.left_today),
          next: limit === null || from === null ? null : { limit: poundsToPence(limit), from },
        }
      },
      // Each payment changes it.
      staleTime: 0,
    }),
}
