import { queryOptions } from '@tanstack/react-query'
import type { ResultRow } from '@/lib/resultRow'
import { callRpc, supabase } from '@/lib/supabase'

/** A job of the database. */
export type Job = {
  name: string
  schedule: string
  /** Null: it has not run within the days that are kept. */
  lastRunAt: string | null
  lastSuccessAt: string | null
  isOff: boolean
  /** It should have run since. */
  isLate: boolean
  /** Its newest finished run failed. */
  isFailing: boolean
  /** Within the days that are kept. */
  failures: number
  /** The newest run of these, and the kind of its error. */
  failedRun: number | null
  problem: string | null
}

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
          isOff: row.is_off,
          isLate: row.is_late,
          isFailing: row.is_failing,
          failures: row.failures,
          failedRun: row.failed_run,
          problem: row.problem,
        }))
      },
      refetchInterval: 60_000,
    }),
  /** The newest, or that with the reference. */
  errors: (reference: string) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'errors', reference],
      queryFn: ({ signal }) =>
        callRpc('list_shown_errors', { p_reference: reference === '' ? undefined : reference }, signal),
    }),
}

type JobRow = ResultRow<'list_jobs', 'last_run_at' | 'last_success_at' | 'failed_run' | 'problem'>
