import { useEffect, useRef, useState } from 'react'
import { londonDay } from '@/lib/dates'
import { saveFile } from '@/lib/saveFile'
import { toast } from '@/lib/toast'
import { staffTransactionsCopy } from './copy'
import { exportFileName, startExport, type ExportJob } from './exportJob'
import { useRunExport } from './mutations'
import type { Filter } from './queries'

/** The result of the last export. */
export type ExportOutcome = { job: ExportJob; fileName: string } | 'cancelled' | null

export type CsvExport = ReturnType<typeof useCsvExport>

/** Exports the transactions of a filter as a CSV file. One export at a time; a failed one can continue. */
export function useCsvExport() {
  const run = useRunExport()
  const [job, setJob] = useState<ExportJob | null>(null)
  const [outcome, setOutcome] = useState<ExportOutcome>(null)
  const controller = useRef<AbortController | null>(null)

  // Leaving the screen cancels the export.
  useEffect(() => () => controller.current?.abort(), [])

  const finish = (finished: ExportJob | null) => {
    setJob(null)
    if (finished === null) return setOutcome('cancelled')
    const fileName = exportFileName(londonDay(new Date()))
    setOutcome({ job: finished, fileName })
    if (finished.rowCount === 0) return
    saveFile(fileName, 'text/csv;charset=utf-8', finished.parts)
    const { doneTitle, done } = staffTransactionsCopy.export
    toast.success({ title: doneTitle, text: done(finished.rowCount, fileName) })
  }
  const go = (from: ExportJob) => {
    controller.current = new AbortController()
    setJob(from)
    setOutcome(null)
    run.mutate({ job: from, signal: controller.current.signal, onProgress: setJob }, { onSuccess: finish })
  }

  return {
    /** The running or failed export; null when there is none. */
    job,
    outcome,
    error: job === null ? null : run.error,
    start: (filter: Filter) => {
      if (job === null) go(startExport(filter))
    },
    goOn: () => {
      if (job !== null && run.error !== null) go(job)
    },
    cancel: () => {
      controller.current?.abort()
      if (run.error !== null) finish(null)
    },
    dismiss: () => setOutcome(null),
  }
}
