import { useMutation } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { staffTransactionsCopy } from './copy'
import { addPage, type ExportJob } from './exportJob'
import { filterArguments, readPage } from './queries'

/** The most that the bank hands out at once, and only after it has noted who exports what. */
const rowsPerCall = 1000

type Run = { job: ExportJob; signal: AbortSignal; onProgress: (job: ExportJob) => void }

/** Reads what is left of an export, call after call. Null when it was cancelled. */
export function useRunExport() {
  return useMutation({
    // Without a connection it stops at once and says so, instead of waiting unseen.
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
