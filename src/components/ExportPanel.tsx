import type { RefObject } from 'react'
import { Button } from '@/components/ui/Button'
import { cn } from '@/lib/cn'
import type { CsvJob } from '@/lib/csv'
import { formatDenseDateTime } from '@/lib/dates'
import { exportCopy as copy } from './exportCopy'
import { FormProblem } from './FormProblem'
import { exportFailureWords, type CsvExport, type ExportOutcome } from './useCsvExport'
import { useFocusFallback } from './useFocusFallback'

type ExportPanelProps = {
  csvExport: CsvExport
  /** The text when no row matches the filter. */
  nothing: string
  /** Gets the focus when the pressed button is removed. */
  focusFallback: RefObject<HTMLElement | null>
}

/** The progress of an export, its error or its result. */
export function ExportPanel({ csvExport, nothing, focusFallback }: ExportPanelProps) {
  const { job, outcome, dismiss } = csvExport
  const isEmpty = job === null && outcome === null
  return (
    <section aria-label="Export" className={cn(isEmpty ? 'sr-only' : 'rounded bg-card p-4 shadow-card')}>
      {job !== null && <Running job={job} csvExport={csvExport} focusFallback={focusFallback} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Rendered from the start, so that screen readers announce its content. */}
        <output className="min-w-0 flex-1 wrap-anywhere">{outcomeOf(outcome, nothing)}</output>
        {outcome !== null && <CloseButton onClose={dismiss} focusFallback={focusFallback} />}
      </div>
    </section>
  )
}

function Running({ job, csvExport, focusFallback }: Omit<ExportPanelProps, 'nothing'> & { job: CsvJob }) {
  const { error, goOn, cancel } = csvExport
  useFocusFallback(focusFallback)
  return (
    <div className="space-y-3">
      <FormProblem words={error && exportFailureWords(error)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 tabular-nums">{progressOf(job)}</p>
        {error !== null && <Button onClick={goOn}>Go on</Button>}
        <Button variant="secondary" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function CloseButton({
  onClose,
  focusFallback,
}: {
  onClose: () => void
  focusFallback: RefObject<HTMLElement | null>
}) {
  useFocusFallback(focusFallback)
  return (
    <Button variant="quiet" onClick={onClose}>
      Close
    </Button>
  )
}

function progressOf({ rowCount, reached }: CsvJob): string {
  const rows = copy.progress(rowCount)
  return reached === null ? rows : `${rows}, ${copy.reached(formatDenseDateTime(reached))}`
}

function outcomeOf(outcome: ExportOutcome, nothing: string): string {
  if (outcome === null) return ''
  if (outcome === 'cancelled') return copy.cancelled
  const { job, fileName } = outcome
  if (job.rowCount === 0) return nothing
  const done = copy.done(job.rowCount, fileName)
  return job.status === 'full' && job.reached !== null
    ? `${done}. ${copy.full(formatDenseDateTime(job.reached))}`
    : done
}
