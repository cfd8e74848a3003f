import { useMutation } from '@tanstack/react-query'
import { exportFailureWords } from '@/components/useCsvExport'
import { runCsvExport, type CsvRun } from '@/lib/csvExport'
import { supabase } from '@/lib/supabase'
import { addPage, type ExportJob } from './exportJob'
import { filterArguments, readPage } from './queries'

/** The most rows per call. The server records an export before it sends rows. */
const rowsPerCall = 1000

/** Loads the rest of an export. Null: it was cancelled. */
export function useRunExport() {
  return useMutation({
    // Without a connection it fails at once instead of pausing.
    mutationFn: (run: CsvRun<ExportJob>) =>
      runCsvExport(
        run,
        () => supabase.rpc('record_export', filterArguments(run.job.filter)).abortSignal(run.signal).throwOnError(),
        async (job) => addPage(job, await readPage(job.filter, job.next, rowsPerCall, run.signal)),
      ),
    meta: { failure: exportFailureWords },
  })
}
