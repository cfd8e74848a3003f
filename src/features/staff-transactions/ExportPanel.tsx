import type { RefObject } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { cn } from '@/lib/cn'
import { formatDenseDateTime } from '@/lib/dates'
import { staffTransactionsCopy } from './copy'
import type { ExportJob } from './exportJob'
import { exportFailureWords } from './mutations'
import type { CsvExport, ExportOutcome } from './useCsvExport'

const copy = staffTransactionsCopy.export

type ExportPanelProps = {
  csvExport: CsvExport
  /** Gets the focus when the pressed button is removed. */
  focusFallback: RefObject<HTMLElement | null>
}

/** The progress of an export, its error or its result. */
export function ExportPanel({ csvExport, focusFallback }: ExportPanelProps) {
  const { job, outcome, dismiss } = csvExport
  const isEmpty = job === null && outcome === null
  return (
    <section aria-label="Export" className={cn(isEmpty ? 'sr-only' : 'rounded bg-card p-4 shadow-card')}>
      {job !== null && <Running job={job} csvExport={csvExport} focusFallback={focusFallback} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Rendered from the start, so that screen readers announce its content. */}
        <output className="min-w-0 flex-1 wrap-anywhere">{outcomeOf(outcome)}</output>
        {outcome !== null && <CloseButton onClose={dismiss} focusFallback={focusFallback} />}
      </div>
    </section>
  )
}

function Running({ job, csvExport, focusFallback }: ExportPanelProps & { job: ExportJob }) {
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

function progressOf({ rowCount, reached }: ExportJob): string {
  const rows = copy.progress(rowCount)
  return reached === null ? rows : `${rows}, ${copy.reached(formatDenseDateTime(reached))}`
}

function outcomeOf(outcome: ExportOutcome): string {
  if (outcome === null) return ''
  if (outcome === 'cancelled') return copy.cancelled
  const { job, fileName } = outcome
  if (job.rowCount === 0) return copy.nothing
  const done = copy.done(job.rowCount, fileName)
  return job.status === 'full' && job.reached !== null
    ? `${done}. ${copy.full(formatDenseDateTime(job.reached))}`
    : done
}
