import { useMutation, useQueryClient } from '@tanstack/react-query'
import { exportFailureWords } from '@/components/useCsvExport'
import { runCsvExport, type CsvRun } from '@/lib/csv'
import { messageOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { addAuditPage, exportPageSize, type AuditExport } from './auditExport'
import { auditCopy } from './copy'
import { auditArguments, auditQueries, readAuditPage } from './queries'

/** Verifies the audit chain step by step: null, or the id of the first row that was tampered with. */
export function useVerifyAudit(onVerified: (rows: number) => void) {
  return useMutation({
    mutationFn: async (): Promise<number | null> => {
      let after: number | null = 0
      do {
        onVerified(after)
        const { data } = await supabase.rpc('verify_audit', { p_after: after }).single().throwOnError()
        const { broken_row, verified_until }: { broken_row: number | null; verified_until: number | null } = data
        if (broken_row !== null) return broken_row
        after = verified_until
      } while (after !== null)
      return null
    },
    // VerifyChain shows the failure.
    meta: { failure: false },
  })
}

/** Ends the alarm about a broken row for all staff. */
export function useAcknowledgeAlarm() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (rowId: number) => supabase.rpc('acknowledge_audit_alarm', { p_row_id: rowId }).throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: auditQueries.all }),
    meta: { failure: (error: Error) => ({ title: auditCopy.alarm.failed, text: messageOf(error) }) },
  })
}

/** Loads the rest of an export. Null: it was cancelled. */
export function useRunAuditExport() {
  return useMutation({
    // Without a connection it fails at once instead of pausing.
    mutationFn: (run: CsvRun<AuditExport>) =>
      runCsvExport(
        run,
        () =>
          supabase.rpc('record_audit_export', auditArguments(run.job.filter)).abortSignal(run.signal).throwOnError(),
        async (job) => {
          const place = job.next === null ? {} : { after: job.next }
          return addAuditPage(job, await readAuditPage(job.filter, place, exportPageSize, run.signal))
        },
      ),
    meta: { failure: exportFailureWords },
  })
}
