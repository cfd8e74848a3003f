import { queryOptions } from '@tanstack/react-query'
import { boolean, list, nullable, number, object, oneOf, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

// A part is null where the reader lacks the permission of its tool.
const readOverview = object({
  chats: nullable(
    object({
      waiting: number,
      answers_due: number,
      waiting_since: nullable(text),
      first_answer_seconds: nullable(number),
      handling_seconds: nullable(number),
    }),
  ),
  users: nullable(object({ pending: number })),
  approvals: nullable(object({ waiting: number })),
  payments: nullable(object({ count: number, total: pounds })),
  missing_credits: nullable(object({ count: number, total: pounds })),
  late_bank_payments: nullable(object({ count: number, total: pounds })),
  cases: nullable(object({ open: number, due_today: number, overdue: number, summaries_due_today: number })),
  holidays_until: nullable(text),
  problems: nullable(list(text)),
  jobs: nullable(list(object({ name: text, count: number, failed_at: text, is_failing: boolean }))),
  audit: nullable(object({ verified_at: nullable(text), broken_rows: number })),
  refused_calls: nullable(number),
  device_binding: nullable(oneOf('off', 'staff', 'all')),
})

export type Overview = NonNullable<ReturnType<typeof readOverview>>

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('get_staff_overview').abortSignal(signal).throwOnError()
    return required(readOverview(data))
  },
  refetchInterval: 60_000,
})
