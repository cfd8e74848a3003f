import { queryOptions } from '@tanstack/react-query'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

/** A job of the database. */
export type Job = {
  name: string
  schedule: string
  /** Null: it has not run within the days that are kept. */
  lastRunAt: string | null
  lastSuccessAt: string | null
  /** Its newest finished run failed. */
  isFailing: boolean
  /** Within the days that are kept. */
  failures: number
}

/** A run that failed. `problem`: the kind of error. */
export type JobFailure = { runId: number; name: string; failedAt: string; problem: string }

export const failurePageSize = 25

export const jobQueries = {
  all: ['jobs'] as const,
  list: () =>
    queryOptions({
      queryKey: [...jobQueries.all, 'list'],
      queryFn: async ({ signal }): Promise<Job[]> => {
        const { data } = await supabase.rpc('list_jobs').abortSignal(signal).throwOnError()
        return data.map((row: JobRow) => ({
          name: row.name,
          schedule: row.schedule,
          lastRunAt: row.last_run_at,
          lastSuccessAt: row.last_success_at,
          isFailing: row.is_failing,
          failures: row.failures,
        }))
      },
      refetchInterval: 60_000,
    }),
  /** The page of failures before this run. */
  failures: (before: string | null) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'failures', before],
      queryFn: async ({ signal }): Promise<JobFailure[]> => {
        const { data } = await supabase
          .rpc('list_job_failures', { p_limit: failurePageSize, ...(before !== null && { p_before: Number(before) }) })
          .abortSignal(signal)
          .throwOnError()
        return data.map((row) => ({ runId: row.run_id, name: row.name, failedAt: row.failed_at, problem: row.problem }))
      },
      refetchInterval: 60_000,
    }),
}

type JobRow = ResultRow<'list_jobs', 'last_run_at' | 'last_success_at'>
