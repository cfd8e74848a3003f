import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import type { Hold } from './payment'

export type HoldState = 'held' | 'sent' | 'cancelled'

const retryMs = 1000

export const heldPaymentQueries = {
  /** The payments that can be undone, by the ids of their transactions. */
  list: (userId: string) =>
    queryOptions<Hold[]>({
      queryKey: ['held-payments', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('list_held_payments').abortSignal(signal).throwOnError()
        return data.map(({ id, seconds_left: left }) => ({ id, until: Date.now() + left * 1000 }))
      },
      // Each payment and its end change it.
      staleTime: 0,
    }),
  /** Held until the window ends. Then asking sends the payment. */
  state: ({ id, until }: Hold) =>
    queryOptions<HoldState>({
      queryKey: ['held-payment', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('send_held_payment', { p_id: id }).abortSignal(signal).throwOnError()
        return data === 'sent' || data === 'cancelled' ? data : 'held'
      },
      initialData: 'held',
      staleTime: Infinity,
      gcTime: Infinity,
      refetchInterval: ({ state }) => (state.data === 'held' ? Math.max(until - Date.now(), retryMs) : false),
      refetchIntervalInBackground: true,
    }),
}
