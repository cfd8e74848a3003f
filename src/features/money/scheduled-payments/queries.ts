import { queryOptions } from '@tanstack/react-query'
import { withoutRows } from '@/lib/changeMarks'
import type { Tables } from '@/lib/database.types'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'

/** A credit at a chosen time; `amount` in pence. */
export type ScheduledPayment = {
  id: string
  fromName: string
  amount: number
  reference: string | null
  scheduledFor: string
  isProcessed: boolean
}

const columns = 'id, from_name, amount, reference, scheduled_for, processed'

type ScheduledPaymentRow = Pick<
  Tables<'scheduled_payments'>,
  'id' | 'from_name' | 'amount' | 'reference' | 'scheduled_for' | 'processed'
>

export const scheduledPaymentQueries = {
  all: ['scheduled-payments'] as const,
  /** Newest first. */
  list: (userId: string) =>
    queryOptions({
      queryKey: [...scheduledPaymentQueries.all, userId],
      queryFn: async ({ signal }): Promise<ScheduledPayment[]> => {
        const { data } = await supabase
          .from('scheduled_payments')
          .select(columns)
          .eq('user_id', userId)
          .order('scheduled_for', { ascending: false })
          .order('id')
          .abortSignal(signal)
          .throwOnError()
        return data.map(toScheduledPayment)
      },
      ...withoutRows<ScheduledPayment[]>(userId, 'scheduled_payments', []),
    }),
}

function toScheduledPayment(row: ScheduledPaymentRow): ScheduledPayment {
  return {
    id: row.id,
    fromName: row.from_name,
    amount: poundsToPence(row.amount),
    reference: row.reference,
    scheduledFor: row.scheduled_for,
    isProcessed: row.processed,
  }
}
