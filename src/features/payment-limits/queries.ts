import { queryOptions } from '@tanstack/react-query'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'

/** What a customer can send in one day; amounts in pence. */
export type PaymentLimit = {
  daily: number
  leftToday: number
  /** A higher limit that does not apply yet. */
  next: { limit: number; from: string } | null
}

export const limitQueries = {
  all: ['payment-limit'] as const,
  own: (userId: string) =>
    queryOptions({
      queryKey: [...limitQueries.all, userId],
      queryFn: async ({ signal }): Promise<PaymentLimit> => {
        const { data } = await supabase.rpc('get_payment_limit').abortSignal(signal).single().throwOnError()
        // The generated types leave out that both are null without a raise.
        const next: { limit: number | null; from: string | null } = {
          limit: data.next_limit,
          from: data.next_limit_from,
        }
        return {
          daily: poundsToPence(data.daily_limit),
          leftToday: poundsToPence(data.left_today),
          next:
            next.limit === null || next.from === null ? null : { limit: poundsToPence(next.limit), from: next.from },
        }
      },
      // Each payment changes it.
      staleTime: 0,
    }),
}
