import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CsvJob, CsvRun } from '@/lib/csv'
import { londonDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'
import { toast } from '@/lib/toast'
import { exportCopy } from './exportCopy'

/** The result of the last export. */
export type ExportOutcome = { job: CsvJob; fileName: string } | 'cancelled' | null

type Exported<Filter, Job> = {
  /** The mutation that loads the rows. */
  run: UseMutationResult<Job | null, Error, CsvRun<Job>>
  start: (filter: Filter) => Job
  /** `day`: 'YYYY-MM-DD'. */
  fileName: (day: string) => string
}

/** Exports the rows of a filter as a CSV file. One export at a time; a failed one can continue. */
export function useCsvExport<Filter, Job extends CsvJob>({ run, start, fileName }: Exported<Filter, Job>) {
  const [job, setJob] = useState<Job | null>(null)
  const [outcome, setOutcome] = useState<ExportOutcome>(null)
  const controller = useRef<AbortController | null>(null)

  // Leaving the screen cancels the export.
  useEffect(() => () => controller.current?.abort(), [])

  const finish = (finished: Job | null) => {
    setJob(null)
    if (finished === null) return setOutcome('cancelled')
    const name = fileName(londonDay(new Date()))
    setOutcome({ job: finished, fileName: name })
    if (finished.rowCount === 0) return
    saveFile(name, 'text/csv;charset=utf-8', finished.parts)
    toast.success({ title: exportCopy.doneTitle, text: exportCopy.done(finished.rowCount, name) })
  }
  const go = (from: Job) => {
    controller.current = new AbortController()
    setJob(from)
    setOutcome(null)
    run.mutate({ job: from, signal: controller.current.signal, onProgress: setJob }, { onSuccess: finish })
  }

  return {
    /** The running or failed export; null when there is none. */
    job: job as CsvJob | null,
    outcome,
    error: job === null ? null : run.error,
    start: (filter: Filter) => {
      if (job === null) go(start(filter))
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

export type CsvExport = Omit<ReturnType<typeof useCsvExport>, 'start'>

export function exportFailureWords(error: Error) {
  return { title: exportCopy.stopped, text: messageOf(error) }
}
