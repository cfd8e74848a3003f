import { exportFailureWords } from '@/components/useCsvExport'
import { runCsvExport, type CsvRun } from '@/lib/csv'
import { callRpc, supabase } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { addAuditPage, exportPageSize, type AuditExport } from './auditExport'
import { auditArguments, auditQueries, readAuditPage } from './queries'

/** Verifies the audit chain step by step: null, or the id of the first row that was tampered with. */
export const useVerifyAudit = (onVerified: (rows: number) => void) =>
  useChange(
    async (): Promise<number | null> => {
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
    { failure: false },
  )

/** Ends the alarm about a broken row for all staff. */
export const useAcknowledgeAlarm = () =>
  useChange((rowId: number) => callRpc('acknowledge_audit_alarm', { p_row_id: rowId }), {
    stale: [auditQueries.all],
    failure: false,
  })

/** Loads the rest of an export. Null: it was cancelled. */
export const useRunAuditExport = () =>
  useChange(
    (run: CsvRun<AuditExport>) =>
      runCsvExport(
        run,
        () => callRpc('record_audit_export', auditArguments(run.job.filter), run.signal),
        async (job) => {
          const place = job.next === null ? {} : { after: job.next }
          return addAuditPage(job, await readAuditPage(job.filter, place, exportPageSize, run.signal))
        },
      ),
    { failure: exportFailureWords },
  )
