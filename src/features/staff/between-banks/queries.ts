import { queryOptions } from '@tanstack/react-query'
import type { TimePlace } from '@/components/pagesInAddress'
import { poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

export const bankPaymentFilters = ['open', 'recalls', 'problems', 'all'] as const
export type BankPaymentFilter = (typeof bankPaymentFilters)[number]

export const bankPaymentPageSize = 50

/** `amount` in pence. */
export type ListedPayment = ResultRow<
  'list_bank_payments',
  'waiting_since' | 'reason' | 'decided_at' | 'recall' | 'recall_reason' | 'recalled_at' | 'problem'
>
export type BankMessage = ResultRow<'get_bank_messages', 'answered_at' | 'answer' | 'reason' | 'next_attempt_at'>
/** Totals in pence. */
export type BankTotals = ResultRow<'total_bank_payments', 'waiting_since'>

const refetchMs = 30_000

export const betweenBanksQueries = {
  all: ['between banks'] as const,
  list: (filter: BankPaymentFilter, after: TimePlace | null) =>
    queryOptions({
      queryKey: [...betweenBanksQueries.all, 'list', filter, after],
      queryFn: async ({ signal }): Promise<ListedPayment[]> => {
        const { data } = await supabase
          .rpc('list_bank_payments', {
            p_filter: filter,
            p_limit: bankPaymentPageSize,
            ...(after !== null && { p_before_id: after.id }),
          })
          .abortSignal(signal)
          .throwOnError()
        return data.map((row) => ({ ...row, amount: poundsToPence(row.amount) }))
      },
      refetchInterval: refetchMs,
    }),
  totals: () =>
    queryOptions({
      queryKey: [...betweenBanksQueries.all, 'totals'],
      queryFn: async ({ signal }): Promise<BankTotals[]> => {
        const { data } = await supabase.rpc('total_bank_payments').abortSignal(signal).throwOnError()
        return data.map((row) => ({
          ...row,
          waiting_total: poundsToPence(row.waiting_total),
          ledger_total: poundsToPence(row.ledger_total),
        }))
      },
      refetchInterval: refetchMs,
    }),
  messages: (id: string) =>
    queryOptions({
      queryKey: [...betweenBanksQueries.all, 'messages', id],
      queryFn: async ({ signal }): Promise<BankMessage[]> =>
        (await supabase.rpc('get_bank_messages', { p_id: id }).abortSignal(signal).throwOnError()).data,
      refetchInterval: refetchMs,
    }),
}
