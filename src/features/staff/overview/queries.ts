import { queryOptions } from '@tanstack/react-query'
import { boolean, list, nullable, number, object, oneOf, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

// A part is null where the reader lacks the permission of its tool.

/** What is counted over time. */
const readFigures = object({
  chats: nullable(
    object({ answered: number, first_answer_seconds: nullable(number), handling_seconds: nullable(number) }),
  ),
  users: nullable(object({ signed_up: number })),
  payments: nullable(object({ count: number, total: pounds })),
  cases: nullable(object({ decided: number })),
})
export type PeriodFigures = NonNullable<ReturnType<typeof readFigures>>

const readOverview = object({
  chats: nullable(
    object({
      waiting: number,
      answers_due: number,
      waiting_since: nullable(text),
    }),
  ),
  users: nullable(object({ pending: number })),
  approvals: nullable(object({ waiting: number })),
  missing_credits: nullable(object({ count: number, total: pounds })),
  late_bank_payments: nullable(object({ count: number, total: pounds })),
  cases: nullable(object({ open: number, due_today: number, overdue: number, summaries_due_today: number })),
  holidays_until: nullable(text),
  problems: nullable(list(text)),
  jobs: nullable(list(object({ name: text, count: number, week: number, failed_at: text, is_failing: boolean }))),
  audit: nullable(object({ verified_at: nullable(text), broken_rows: number })),
  refused_calls: nullable(number),
  device_binding: nullable(oneOf('off', 'staff', 'all')),
  database_version: nullable(text),
  period: readFigures,
  /** The seven days before the period. */
  week_before: readFigures,
})

export type Overview = NonNullable<ReturnType<typeof readOverview>>

const overviewKey = ['overview'] as const

export const overviewQuery = (days = 1) =>
  queryOptions({
    queryKey: [...overviewKey, days],
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('get_staff_overview', { p_days: days }).abortSignal(signal).throwOnError()
      return required(readOverview(data))
    },
    refetchInterval: 60_000,
  })

/** How many days back the figures reach, with today. */
export const figureDays = ['1', '7', '30'] as const

/** The figures of each day ('YYYY-MM-DD'), newest first. */
export async function readFiguresByDay(days: number, signal: AbortSignal) {
  const { data } = await supabase.rpc('list_figures_by_day', { p_days: days }).abortSignal(signal).throwOnError()
  return data.map(({ day, figures }) => ({ day, ...required(readFigures(figures)) }))
}

/** What an agent answered, in seconds. `day`: 'YYYY-MM-DD'; null: on all days. */
export type AgentFigures = ResultRow<'list_agent_figures', 'day' | 'wait_seconds' | 'handling_seconds'>

export async function readAgentFigures(days: number, byDay: boolean, signal: AbortSignal): Promise<AgentFigures[]> {
  const { data } = await supabase
    .rpc('list_agent_figures', { p_days: days, p_by_day: byDay })
    .abortSignal(signal)
    .throwOnError()
  return data
}

export const agentFiguresQuery = (days: number) =>
  queryOptions({
    queryKey: [...overviewKey, 'agents', days],
    queryFn: ({ signal }) => readAgentFigures(days, false, signal),
  })
