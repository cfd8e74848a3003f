import { useMutation } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { staffTransactionsCopy } from './copy'
import { addPage, type ExportJob } from './exportJob'
import { filterArguments, readPage } from './queries'

/** The most rows per call. The server records an export before it sends rows. */
const rowsPerCall = 1000

type Run = { job: ExportJob; signal: AbortSignal; onProgress: (job: ExportJob) => void }

/** Loads the rest of an export. Null: it was cancelled. */
export function useRunExport() {
  return useMutation({
    // Without a connection it fails at once instead of pausing.
    mutationFn: async ({ job, signal, onProgress }: Run): Promise<ExportJob | null> => {
      let current = job
      try {
        await supabase.rpc('record_export', filterArguments(job.filter)).abortSignal(signal).throwOnError()
        while (current.status === 'unfinished') {
          current = addPage(current, await readPage(current.filter, current.next, rowsPerCall, signal))
          if (signal.aborted) return null
          onProgress(current)
        }
      } catch (error) {
        if (signal.aborted) return null
        throw error
      }
      return current
    },
    meta: { failure: exportFailureWords },
  })
}

export function exportFailureWords(error: Error) {
  return { title: staffTransactionsCopy.export.stopped, text: messageOf(error) }
}
