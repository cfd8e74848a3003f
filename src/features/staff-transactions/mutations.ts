import { useMutation } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { staffTransactionsCopy } from './copy'
import { addPage, type ExportJob } from './exportJob'
import { readPage } from './queries'

/** The most that the bank hands out at once. */
const rowsPerCall = 1000

type Run = { job: ExportJob; signal: AbortSignal; onProgress: (job: ExportJob) => void }

/** Reads what is left of an export, call after call. Null when it was cancelled. */
export function useRunExport() {
  return useMutation({
    // Without a connection it stops at once and says so, instead of waiting unseen.
    mutationFn: async ({ job, signal, onProgress }: Run): Promise<ExportJob | null> => {
      let current = job
      while (current.status === 'unfinished') {
        try {
          current = addPage(current, await readPage(current.filter, current.next, rowsPerCall, signal))
        } catch (error) {
          if (signal.aborted) return null
          throw error
        }
        if (signal.aborted) return null
        onProgress(current)
      }
      return current
    },
    meta: { failure: exportFailureWords },
  })
}

export function exportFailureWords(error: Error) {
  return { title: staffTransactionsCopy.export.stopped, text: messageOf(error) }
}
